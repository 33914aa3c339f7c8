/** The analysis worker: reads a change, runs nothing of it. */
import { expose } from "comlink";
import { ok, type Result } from "../../src/core/result.ts";
import type { AnalysisWorkerApi } from "../../src/protocol/analysis.ts";
import { checkAcceptance } from "./acceptance.ts";
import { inspect } from "./inspect/inspect.ts";

expose({
  inspect: (texts, ticketText) => Promise.resolve(ok(inspect(texts, ticketText)) satisfies Result<unknown, never>),
  acceptance: (ticket, candidate, suite) => Promise.resolve(ok(checkAcceptance(ticket, candidate, suite))),
} satisfies AnalysisWorkerApi);
