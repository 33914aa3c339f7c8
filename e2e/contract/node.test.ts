/** The contract over the Node sandbox: real processes with this project's own Vitest and TypeScript. */
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { createNodeSandbox } from "../../src/adapters/sandbox/node/index.ts";
import type { Sandbox } from "../../src/app/ports/index.ts";
import { sandboxContract } from "./contract.ts";
import { NO_DEPENDENCIES } from "./dependencies-of.ts";
import { runSuiteCase, runTypecheckCase } from "./run-case.ts";
import { snapshotOf } from "./snapshot-of.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createNodeSandbox({ nodeModules: path.resolve(import.meta.dirname, "../../node_modules") });
});
afterAll(() => sandbox.dispose());

sandboxContract({
  name: "Node",
  suite: ({ files, ask, inputs }) => runSuiteCase(sandbox, snapshotOf(files), NO_DEPENDENCIES, ask, inputs && snapshotOf(inputs)),
  typecheck: ({ files }) => runTypecheckCase(sandbox, snapshotOf(files), NO_DEPENDENCIES),
});
