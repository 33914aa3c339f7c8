/** Builds the app if its sources have changed, and asks native Vitest what the demos' suites say. In the end: the table. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { createNodeSandbox } from "../../src/adapters/sandbox/node/index.ts";
import { NO_DEPENDENCIES } from "../contract/dependencies-of.ts";
import { runSuiteCase } from "../contract/run-case.ts";
import { folderSnapshot } from "./folder-snapshot.ts";
import { factsTable, forgetFacts } from "./facts.ts";
import { DEMOS, demoFolder } from "./page-server.ts";
import { statesOf, type TestStates } from "./states.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly native: Readonly<Record<string, TestStates>>;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const root = join(import.meta.dirname, "../..");
  execFileSync(process.execPath, ["src/cli/launch/build.mjs"], { cwd: root, stdio: "inherit" });
  forgetFacts();
  const sandbox = await createNodeSandbox({ nodeModules: join(root, "node_modules") });
  const native: Record<string, TestStates> = {};
  for (const demo of DEMOS) {
    const outcome = await runSuiteCase(sandbox, folderSnapshot(demoFolder(demo)), NO_DEPENDENCIES);
    if (!outcome.ok) throw new Error(`${demo} did not run natively: ${JSON.stringify(outcome.error)}`);
    native[demo] = statesOf(outcome.value);
  }
  await sandbox.dispose();
  project.provide("native", native);
  return () => {
    console.log(`\nWhat differs between the engines, and what each was seen to do:\n\n${factsTable()}\n`);
  };
}
