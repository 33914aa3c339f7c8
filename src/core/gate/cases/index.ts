import { CHANGE_CASES } from "./change-cases.ts";
import { EDGE_CASES } from "./edge-cases.ts";
import { FORMAT_CASES } from "./format-cases.ts";
import { JUDGEMENT_CASES } from "./judgement-cases.ts";
import { RUN_CASES } from "./run-cases.ts";
import type { SelfCheck } from "./self-check.ts";
import { WEAK_RUN_CASES } from "./weak-run-cases.ts";

export type { SelfCheck } from "./self-check.ts";
/** Run by the test suite, by the app's page "check the checks", and before a receipt is sealed. */
export const SELF_CHECKS: readonly SelfCheck[] = [
  ...CHANGE_CASES,
  ...EDGE_CASES,
  ...FORMAT_CASES,
  ...RUN_CASES,
  ...WEAK_RUN_CASES,
  ...JUDGEMENT_CASES,
];
