import { CHANGE_CASES } from "./change-cases.ts";
import { JUDGEMENT_CASES } from "./judgement-cases.ts";
import { RUN_CASES } from "./run-cases.ts";
import type { SelfCheck } from "./self-check.ts";

export type { SelfCheck } from "./self-check.ts";
/** Run by the test suite, by the app's page "check the checks", and before a receipt is sealed. */
export const SELF_CHECKS: readonly SelfCheck[] = [...CHANGE_CASES, ...RUN_CASES, ...JUDGEMENT_CASES];
