/** The page of the WebContainer contract: the real client and the real adapter; only the host's address is ours. */
import { createWebContainerSandbox } from "../../../src/adapters/sandbox/webcontainer/index.ts";
import type { Sandbox, SandboxError } from "../../../src/app/ports/index.ts";
import type { Result } from "../../../src/core/result.ts";
import type { Oid, SnapshotFiles } from "../../../src/core/snapshot/index.ts";
import type { SuiteCase } from "../cases.ts";
import { runSuiteCase, runTypecheckCase } from "../run-case.ts";
import type { PlainSnapshot } from "../typecheck/page.ts";

const encoder = new TextEncoder();
const NONE = {
  digest: "none",
  packages: [],
  files: { index: [], blob: new Blob([]) },
  leftOut: [],
  scriptsNotRun: [],
  source: { kind: "none", name: "" },
} as const;

const filesOf = (snapshot: PlainSnapshot): SnapshotFiles => ({
  ...snapshot,
  blobs: new Map(Object.entries(snapshot.texts).map(([oid, text]) => [oid as Oid, encoder.encode(text)])),
});

const sandboxes = new Map<string, Sandbox>();
function sandbox(name: string): Sandbox {
  const known = sandboxes.get(name) ?? createWebContainerSandbox({ apiKey: "key-of-the-test", bootDeadlineMs: 20_000 });
  sandboxes.set(name, known);
  return known;
}

const api = {
  suite: (
    name: string,
    snapshot: PlainSnapshot,
    ask: SuiteCase["ask"],
    inputs?: PlainSnapshot,
  ): Promise<Result<unknown, SandboxError>> => runSuiteCase(sandbox(name), filesOf(snapshot), NONE, ask, inputs && filesOf(inputs)),
  typecheck: (name: string, snapshot: PlainSnapshot): Promise<Result<unknown, SandboxError>> =>
    runTypecheckCase(sandbox(name), filesOf(snapshot), NONE),
  dispose: (name: string): Promise<void> => sandbox(name).dispose(),
};
export type Api = typeof api;
Object.assign(globalThis, { api });
