/** An attempt as the journal keeps it, for tests: judged by the gates as they are, from the evidence that is given. */
import type { AttemptEvidence } from "../evidence/index.ts";
import { honest } from "../gate/cases/honest-attempt.ts";
import { judgeAll } from "../gate/index.ts";
import type { AttemptRecord, RunId } from "./run.ts";

const scripted = { backend: "scripted", model: "lockbox", version: "1" } as const;

export function attemptRecord(evidence: AttemptEvidence = honest, change: Partial<AttemptRecord> = {}): AttemptRecord {
  return {
    id: "run-1-1",
    run: "run-1" as RunId,
    attempt: 1,
    subject: {
      repository: { url: "https://git.example.invalid/lockbox", commit: null, ref: "main" },
      base: evidence.snapshots.base,
      ticket: evidence.ticket,
      models: { fixer: scripted, "test-writer": scripted, reviewer: scripted },
      sandbox: { kind: "embedded", engine: "Chromium 156", vitest: "4.1.12", typescript: "6.0.3" },
      budget: { attempts: 3, tokens: 10_000, wallMs: 600_000, mutants: 20 },
    },
    evidence,
    verdicts: judgeAll(evidence),
    texts: [],
    at: 0,
    ...change,
  };
}
