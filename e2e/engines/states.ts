/** A suite's results as what two sandboxes must agree on, test by test; and what native Vitest says of the demos' suites. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createNodeSandbox } from "../../src/adapters/sandbox/node/index.ts";
import type { SuiteReport } from "../../src/core/evidence/index.ts";
import { NO_DEPENDENCIES } from "../contract/dependencies-of.ts";
import { runSuiteCase } from "../contract/run-case.ts";
import { FACTS_FOLDER } from "./facts.ts";
import { folderSnapshot } from "./folder-snapshot.ts";
import { demoFolder } from "./page-server.ts";

/** Id to state, sorted. */
export type TestStates = readonly (readonly [id: string, state: string])[];

export const statesOf = ({ files }: SuiteReport): TestStates =>
  files.flatMap(({ tests }) => tests.map(({ id, state }) => [id, state] as const)).sort(([a], [b]) => (a < b ? -1 : 1));

/** Asked once a run: the first engine asks, the others read. */
export async function nativeStates(demo: string): Promise<TestStates> {
  const file = join(FACTS_FOLDER, `native-${demo}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as TestStates;
  const sandbox = await createNodeSandbox({ nodeModules: join(import.meta.dirname, "../../node_modules") });
  try {
    const outcome = await runSuiteCase(sandbox, folderSnapshot(demoFolder(demo)), NO_DEPENDENCIES, { fileDeadlineMs: 300_000 });
    if (!outcome.ok) throw new Error(`${demo} did not run natively: ${JSON.stringify(outcome.error)}`);
    const states = statesOf(outcome.value);
    writeFileSync(file, JSON.stringify(states));
    return states;
  } finally {
    await sandbox.dispose();
  }
}
