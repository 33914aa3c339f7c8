/** A suite's results as what two sandboxes must agree on: test by test. */
import type { SuiteReport } from "../../src/core/evidence/index.ts";

/** Id to state, sorted. */
export type TestStates = readonly (readonly [id: string, state: string])[];

export const statesOf = ({ files }: SuiteReport): TestStates =>
  files.flatMap(({ tests }) => tests.map(({ id, state }) => [id, state] as const)).sort(([a], [b]) => (a < b ? -1 : 1));
