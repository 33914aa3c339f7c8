/** The page of the sandbox harness: the real adapter, driven by hand from a test or the command line. */
import { createEmbeddedSandbox, type EmbeddedSandbox } from "../../src/adapters/sandbox/embedded/index.ts";
import { createTypecheckClient } from "../../src/adapters/typecheck/index.ts";
import { version } from "typescript/package.json";
import type { Dependencies, SandboxSession, SuiteOptions } from "../../src/app/ports/index.ts";
import type { SuiteCase } from "../contract/cases.ts";
import { runSuiteCase, runTypecheckCase } from "../contract/run-case.ts";
import { oidOf, repoPathOf, type Oid, type RepoPath, type SnapshotFiles } from "../../src/core/snapshot/index.ts";

interface PackHeader {
  readonly index: readonly (readonly [path: string, offset: number, size: number, mode: string, oid: string])[];
  readonly oid: string;
}

async function fetchPack(url: string): Promise<{ readonly header: PackHeader & Record<string, unknown>; readonly blob: Blob }> {
  const whole = await (await fetch(url)).blob();
  const length = new DataView(await whole.slice(0, 4).arrayBuffer()).getUint32(0, true);
  const header = JSON.parse(await whole.slice(4, 4 + length).text()) as PackHeader & Record<string, unknown>;
  return { header, blob: whole.slice(4 + length) };
}

async function loadSnapshot(url: string): Promise<SnapshotFiles> {
  const { header, blob } = await fetchPack(url);
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const blobs = new Map<Oid, Uint8Array>();
  const entries = header.index.map(([path, offset, size, mode, oid]) => {
    blobs.set(oidOf(oid), bytes.subarray(offset, offset + size));
    return { path: repoPathOf(path), oid: oidOf(oid), mode: mode as "100644", size };
  });
  return { oid: oidOf(header.oid), entries, submodules: [], blobs };
}

async function loadDependencies(url: string): Promise<Dependencies> {
  const { header, blob } = await fetchPack(url);
  const { index, ...rest } = header;
  return {
    ...(rest as unknown as Omit<Dependencies, "files">),
    files: { index: index.map(([path, offset, size]) => [path, offset, size] as const), blob },
  };
}

const sandboxes = new Map<number, EmbeddedSandbox>();
const none = new AbortController().signal;
const kept = new Map<string, Promise<Dependencies>>();
/** Loaded once: a second run must not pay for the first one's packages. */
function dependenciesAt(url: string): Promise<Dependencies> {
  let found = kept.get(url);
  if (found === undefined) kept.set(url, (found = loadDependencies(url)));
  return found;
}

function sandbox(lanes: number): EmbeddedSandbox {
  let found = sandboxes.get(lanes);
  if (found === undefined) {
    found = createEmbeddedSandbox({
      engineBase: new URL("engine/", location.href).href,
      lanes,
      typecheck: createTypecheckClient({ engineUrl: new URL("engine/", location.href), ownTypescript: version }),
    });
    sandboxes.set(lanes, found);
  }
  return found;
}

interface PlainSnapshot {
  readonly oid: string;
  readonly entries: SnapshotFiles["entries"];
  readonly blobs: readonly (readonly [oid: string, base64: string])[];
}

/** One case of the contract suite: the files travel in the call. */
async function runCase(input: {
  readonly snapshot: PlainSnapshot;
  readonly inputs?: PlainSnapshot;
  readonly ask?: SuiteCase["ask"] & { readonly coverage?: readonly string[] };
  readonly deps?: string;
  readonly lanes?: number;
}): Promise<unknown> {
  const snapshot = fromPlain(input.snapshot);
  const loaded = input.deps === undefined ? NONE : await dependenciesAt(input.deps);
  const chosen = sandbox(input.lanes ?? 2);
  if (input.ask?.coverage === undefined)
    return runSuiteCase(chosen, snapshot, loaded, input.ask, input.inputs && fromPlain(input.inputs));
  const opened = await chosen.open({ snapshot, inputs: snapshot, dependencies: loaded, packageRoot: "", signal: none });
  return opened.ok
    ? opened.value.suite({ fileDeadlineMs: 30_000, signal: none, coverage: input.ask.coverage.map(repoPathOf) })
    : opened;
}
function checkCase(input: { readonly snapshot: PlainSnapshot }): Promise<unknown> {
  return runTypecheckCase(sandbox(2), fromPlain(input.snapshot), NONE);
}
function fromPlain({ oid, entries, blobs }: PlainSnapshot): SnapshotFiles {
  return {
    oid: oidOf(oid),
    entries,
    submodules: [],
    blobs: new Map(blobs.map(([id, base64]) => [oidOf(id), Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))])),
  };
}
const NONE: Dependencies = {
  digest: `sha256:${"0".repeat(64)}`,
  packages: [],
  files: { index: [], blob: new Blob([]) },
  leftOut: [],
  scriptsNotRun: [],
  source: { kind: "none", name: "" },
};

const packageRootOf = (path = ""): RepoPath | "" => (path === "" ? "" : repoPathOf(path));

async function run(input: {
  readonly repo: string;
  readonly inputs?: string;
  readonly deps: string;
  readonly lanes?: number;
  readonly packageRoot?: string;
  readonly options?: Partial<Omit<SuiteOptions, "signal" | "onProgress">>;
  readonly cancelAfterMs?: number;
}): Promise<unknown> {
  const chosen = sandbox(input.lanes ?? 2);
  const snapshot = await loadSnapshot(input.repo);
  const inputs = input.inputs === undefined ? snapshot : await loadSnapshot(input.inputs);
  const loadedDependencies = await dependenciesAt(input.deps);
  const started = performance.now();
  const opened = await chosen.open({
    snapshot,
    inputs,
    dependencies: loadedDependencies,
    packageRoot: packageRootOf(input.packageRoot),
    signal: none,
  });
  const openMs = performance.now() - started;
  if (!opened.ok) return { ok: false, error: opened.error };
  const session: SandboxSession = opened.value;
  const cancel = new AbortController();
  if (input.cancelAfterMs !== undefined)
    setTimeout(() => {
      cancel.abort();
    }, input.cancelAfterMs);
  const progress: unknown[] = [];
  const result = await session.suite({
    fileDeadlineMs: 60_000,
    ...input.options,
    signal: cancel.signal,
    onProgress: (step) => {
      progress.push(step);
      Object.assign(window, { harnessProgress: step });
    },
  });
  await session.dispose();
  return {
    ...result,
    openMs: Math.round(openMs),
    totalMs: Math.round(performance.now() - started),
    lastProgress: progress.at(-1),
    progressSteps: progress.length,
    identity: chosen.identity,
  };
}

async function openedFrom(input: { readonly repo: string; readonly deps: string; readonly packageRoot?: string }) {
  const snapshot = await loadSnapshot(input.repo);
  return {
    snapshot,
    inputs: snapshot,
    dependencies: await dependenciesAt(input.deps),
    packageRoot: packageRootOf(input.packageRoot),
  };
}

/** The type check of a packed repository, in the sandbox that its suite runs in. */
async function check(input: {
  readonly repo: string;
  readonly inputs?: string;
  readonly deps: string;
  readonly lanes?: number;
  readonly packageRoot?: string;
}): Promise<unknown> {
  const repository = await openedFrom(input);
  const inputs = input.inputs === undefined ? repository.inputs : await loadSnapshot(input.inputs);
  const opened = await sandbox(input.lanes ?? 2).open({ ...repository, inputs, signal: none });
  if (!opened.ok) return { ok: false, error: opened.error };
  const started = performance.now();
  const result = await opened.value.typecheck({ signal: none });
  await opened.value.dispose();
  return { ...result, totalMs: Math.round(performance.now() - started) };
}

Object.assign(window, {
  fixgate: {
    run,
    check,
    runCase,
    checkCase,
    /** With a repository: as the app does when one was opened. */
    warm: async (
      count: number,
      lanes = 2,
      opened?: { readonly repo: string; readonly deps: string; readonly packageRoot?: string },
    ) => {
      if (count > 0) sandbox(lanes).warm?.(count, opened === undefined ? undefined : await openedFrom(opened));
      await sandbox(lanes).warmed();
    },
    dispose: () => Promise.all([...sandboxes.values()].map((one) => one.dispose())),
  },
  harnessReady: true,
});
