/**
 * A gate is a value: a stable id, a version and a pure function from evidence to a verdict. It never runs a test, reads
 * a clock or touches a store, so a verdict can be replayed and a changed gate can be tried on every past attempt.
 */
import type { AttemptEvidence } from "../evidence/index.ts";
import type { Verdict } from "../verdict/index.ts";

export const GATE_IDS = [
  "scope",
  "baseline",
  "fails-without-fix",
  "passes-with-fix",
  "can-fail",
  "suite",
  "typecheck",
  "integrity",
  "mutation",
  "ablation",
  "acceptance",
  "format",
  "review",
  "export",
] as const;
export type GateId = (typeof GATE_IDS)[number];

export interface Gate {
  readonly id: GateId;
  /** Raised whenever the same evidence could be judged otherwise. */
  readonly version: number;
  /** The question in plain words, for the screen. */
  readonly question: string;
  readonly judge: (evidence: AttemptEvidence) => Verdict;
}
