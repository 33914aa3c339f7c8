/** The analysis worker: reads a change, runs nothing of it. */
import { expose } from "comlink";
import { ok } from "../../src/core/result.ts";
import type { AnalysisWorkerApi, ChangedText, GeneratedMutant } from "../../src/protocol/analysis.ts";
import { checkAcceptance } from "./acceptance.ts";
import { inspect } from "./inspect/inspect.ts";
import { applyMutant, generateMutants } from "./mutate/generate.ts";
import { testsThatReach } from "./reach.ts";

expose({
  inspect: (texts, ticketText) => Promise.resolve(ok(inspect(texts, ticketText))),
  acceptance: (ticket, candidate, suite) => Promise.resolve(ok(checkAcceptance(ticket, candidate, suite))),
  mutants: (texts) => Promise.resolve(ok(texts.flatMap(mutantsOf))),
  reach: (files, changed, tests) => Promise.resolve(ok(testsThatReach(files, changed, tests))),
} satisfies AnalysisWorkerApi);

function mutantsOf({ path, before, after }: ChangedText): readonly GeneratedMutant[] {
  if (after === null || !/\.[cm]?[jt]sx?$/.test(path) || /\.d\.[cm]?ts$/.test(path)) return [];
  return generateMutants({ path, before, after }).map(({ from, to, ...mutant }) => ({
    ...mutant,
    text: applyMutant(after, { from, to, replacement: mutant.replacement }),
  }));
}
