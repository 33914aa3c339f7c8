/** Runs one case on any sandbox. Has no Node and no DOM in it: it runs beside the sandbox, in a page or in Node. */
import type { Dependencies, Sandbox, SandboxError } from "../../src/app/ports/index.ts";
import type { SuiteReport, TypecheckReport } from "../../src/core/evidence/index.ts";
import { err, type Result } from "../../src/core/result.ts";
import { repoPathOf, type SnapshotFiles } from "../../src/core/snapshot/index.ts";
import type { SuiteCase } from "./cases.ts";

const DEADLINE_MS = 30_000;

export async function runSuiteCase(
  sandbox: Sandbox,
  snapshot: SnapshotFiles,
  dependencies: Dependencies,
  ask: SuiteCase["ask"] = {},
  inputs = snapshot,
): Promise<Result<SuiteReport, SandboxError>> {
  const controller = new AbortController();
  const { signal } = controller;
  const opened = await sandbox.open({ snapshot, inputs, dependencies, packageRoot: "", signal });
  if (!opened.ok) return opened;
  try {
    return await opened.value.suite({
      signal,
      fileDeadlineMs: ask.fileDeadlineMs ?? DEADLINE_MS,
      ...(ask.only === undefined ? {} : { files: ask.only.map(repoPathOf) }),
      ...(ask.shuffleSeed === undefined ? {} : { shuffleSeed: ask.shuffleSeed }),
      ...(ask.clockAheadMs === undefined ? {} : { clockAheadMs: ask.clockAheadMs }),
      ...(ask.bail === undefined ? {} : { bail: ask.bail }),
      onProgress: ({ current }) => {
        if (ask.cancel === true && current !== null) controller.abort();
      },
    });
  } finally {
    await opened.value.dispose();
  }
}

export async function runTypecheckCase(
  sandbox: Sandbox,
  snapshot: SnapshotFiles,
  dependencies: Dependencies,
): Promise<Result<TypecheckReport, SandboxError>> {
  const { signal } = new AbortController();
  const opened = await sandbox.open({ snapshot, inputs: snapshot, dependencies, packageRoot: "", signal });
  if (!opened.ok) return err(opened.error);
  try {
    return await opened.value.typecheck({ signal });
  } finally {
    await opened.value.dispose();
  }
}
