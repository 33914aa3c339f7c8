/**
 * Runs one test file: environment, setup files, the file, its canaries, the end mark's contents. Everything that the
 * page learns of it leaves through `emit`, as it happens, so that a file which is killed keeps what it had.
 */
import type { RunFile, WorkerEvent } from "../../src/protocol/sandbox-run.ts";
import type { FileView } from "../sandbox-host/files.ts";
import { builtinNamespace } from "./builtins.ts";
import { listenForLimits } from "./limits.ts";
import type { AskHost, Emit } from "./channel.ts";
import { runCanaries } from "./canaries.ts";
import { moveClock } from "./clock.ts";
import { processEnvironment, runnerConfig } from "./config-defaults.ts";
import { takeCoverage } from "./coverage.ts";
import { wireError, wireThrown } from "./errors.ts";
import { freezeIntrinsics, recordIntrinsics } from "./freeze.ts";
import { apiIsLocked, installedApi, installJest, lockAssertions, replacedGlobals } from "./global-api.ts";
import { createJestSuite } from "./jest.ts";
import { createLedger } from "./ledger.ts";
import type { Loader, Supply } from "./loader.ts";
import { globalEval, nativeSetTimeout, now } from "./primordials.ts";
import { realm } from "./realm.ts";
import { createRunner } from "./runner.ts";
import { environmentOf, importMetaEnvironment } from "./shims/environment.ts";
import { beginSetup, endSetup } from "./added-matchers.ts";
import { listenForExit, listenForNetwork, sandboxProcess } from "./shims/globals.ts";
import { pendingWithin } from "./shims/timers-queue.ts";
import { rejectionsTold } from "./unhandled.ts";
import {
  addSerializer,
  builtinEnvironments,
  createDefaultImportMeta,
  EvaluatedModules,
  expect,
  setupCommonEnv,
  spyModule,
  startTests,
  startVitestModuleRunner,
  vitestModule,
  type Task,
} from "./vitest.ts";

export interface RunContext {
  readonly emit: Emit;
  readonly ask: AskHost;
  readonly loader: Loader;
  readonly supply: Supply;
  readonly files: () => FileView;
  /** Texts that the host sent ahead; null: there is no such file. */
  readonly sent: ReadonlyMap<string, string | null>;
  /** Assertions by node:assert and chai's `assert`, since the last call. */
  readonly takeAssertions: () => number;
}

interface SnapshotResult {
  readonly added?: number;
  readonly unmatched?: number;
  readonly unchecked?: number;
  readonly written?: boolean;
}

/** @returns names of intrinsics that were changed before they were frozen, or while they were not. */
export async function runFile(run: RunFile, context: RunContext): Promise<{ readonly changedIntrinsics: readonly string[] }> {
  const { emit, ask, loader } = context;
  const { project } = run;
  const started = now();
  if (run.clockAheadMs > 0) moveClock(run.clockAheadMs);
  const timings: Record<string, number> = {};
  const tampering: string[] = [];
  const snapshots = { written: 0, unmatched: 0, obsolete: 0 };
  const unsupported = new Set<string>();
  const unsupport = (what: string, advice: string): void => {
    if (unsupported.has(what)) return;
    unsupported.add(what);
    emit({ kind: "unsupported", what, advice, affects: true });
  };
  listenForLimits(unsupport);
  listenForNetwork((what) => {
    unsupport(what, "the sandbox has no network; run this repository in the Node sandbox, or mock the requests");
  });
  realm["unsupported"] = unsupport;
  realm["suspect"] = (what: string) => {
    if (!tampering.includes(what)) tampering.push(what);
  };
  listenForExit((message) => {
    emit({ kind: "exit-called", message });
  });

  const environmentSetup = builtinEnvironments[run.environment];
  const client = environmentSetup?.viteEnvironment === "client";
  sandboxProcess.env = environmentOf(processEnvironment(project, client));
  const writtenSnapshots = new Map<string, string>();
  const config = runnerConfig(run, {
    files: context.files,
    sent: context.sent,
    resolvePath: (path) => project.snapshotPaths[path] ?? null,
    written: writtenSnapshots,
  });
  const environment = { name: run.environment, viteEnvironment: client ? "client" : "ssr", transformMode: client ? "web" : "ssr" };
  const evaluatedModules = createEvaluatedModules();
  const state = {
    ctx: {
      pool: "forks",
      files: [{ filepath: run.path }],
      config,
      projectName: project.name,
      environment,
      workerId: 1,
      providedContext: project.provide,
    },
    config,
    rpc: {
      fetch: (id: string, importer: string | undefined) => loader.fetch(id, importer),
      resolve: (id: string, importer: string | undefined) => ask("resolve", id, importer ?? null),
      onCollected: () => undefined,
      onQueued: () => undefined,
      onTaskUpdate: () => Promise.resolve(),
      snapshotSaved: (result: SnapshotResult) => {
        snapshots.written += result.added ?? 0;
        snapshots.unmatched += result.unmatched ?? 0;
        snapshots.obsolete += result.unchecked ?? 0;
        return Promise.resolve();
      },
      resolveSnapshotPath: (path: string) => path,
      onUserConsoleLog: () => undefined,
      onUnhandledError: (error: unknown) => {
        emit({ kind: "unhandled", error: wireThrown(error) });
      },
      getCountOfFailedTests: () => 0,
      onCancel: () => undefined,
      onTaskArtifactRecord: (_id: string, artifact: unknown) => Promise.resolve(artifact),
      onAfterSuiteRun: () => undefined,
      onAsyncLeaks: () => undefined,
    },
    environment,
    filepath: run.path,
    evaluatedModules,
    resolvingModules: new Set<string>(),
    moduleExecutionInfo: new Map<string, unknown>(),
    metaEnv: importMetaEnvironment(),
    durations: { environment: 0, prepare: 0 },
    onCancel: () => undefined,
    onCleanup: () => undefined,
    providedContext: project.provide,
    onFilterStackTrace: (stack: string) => stack,
  };
  realm["__vitest_worker__"] = state;
  realm["__vitest_index__"] = vitestModule;
  realm["createRequire"] = loader.createRequire;
  realm["__vitest_required__"] = {
    get util() {
      return builtinNamespace("util")["default"];
    },
    timers: builtinNamespace("timers")["default"],
    timersPromises: builtinNamespace("timers/promises")["default"],
  };
  defineGlobals(project.define);
  let teardown: () => unknown;
  const fail = (error: unknown, phase: "collect" | "hook"): WorkerEvent => ({
    kind: "file-done",
    file: run.path,
    state: "fail",
    errors: [{ ...wireThrown(error), phase }],
    states: [],
    canaries: { mustPass: "missing", mustFail: "missing" },
    tampering,
    frozen: false,
    snapshots,
    coverage: [],
    environment: run.environment,
    durationMs: now() - started,
    timings,
  });

  try {
    if (environmentSetup === undefined) {
      unsupport(`test environment "${run.environment}"`, "only node, happy-dom and jsdom run in the embedded sandbox");
      throw new Error(`Failed to load environment "${run.environment}"`);
    }
    const at = now();
    const ready = await environmentSetup.setup(globalThis, run.environmentOptions);
    teardown = () => ready.teardown(globalThis);
    timings["environment"] = now() - at;
  } catch (error) {
    emit(fail(error, "collect"));
    return { changedIntrinsics: ["the file could not be set up"] };
  }
  beginSetup();
  await setupCommonEnv(apiIsLocked() ? { ...config, globals: false } : config);
  expect.setState({ environment: run.environment });
  const jest = project.jest === null ? null : createJestSuite({ ...context, project, evaluated: evaluatedModules });
  if (jest !== null) installJest(jest.globals);
  const api = installedApi(project.globals, jest?.globals ?? null);

  const moduleRunner = startVitestModuleRunner({
    state,
    evaluatedModules,
    spyModule,
    traces: undefined,
    context: globalThis,
    externalModulesExecutor: { import: loader.importExternal, createRequire: loader.createRequire },
    createImportMeta: (path: string) => ({
      ...createDefaultImportMeta(path),
      main: false,
      resolve: (spec: string) => (spec.startsWith("node:") ? spec : new URL(spec, `file://${path}`).href),
    }),
  });
  const ledger = createLedger();
  realm["onModes"] = (file: never) => {
    ledger.noteModes(file);
  };
  const intrinsicsChanged = recordIntrinsics();
  let changedIntrinsics: readonly string[] = [];
  let frozen = false;
  const runner = createRunner(config, moduleRunner, ledger, context.takeAssertions, {
    importFile: jest === null ? null : jest.run,
    beforeTest: () => jest?.beforeTest(),
    beforeTestFile: () => {
      endSetup();
      if (!run.freeze || frozen) return;
      changedIntrinsics = intrinsicsChanged();
      freezeIntrinsics();
      lockAssertions(api);
      frozen = true;
    },
    onCollected: (tests) => {
      emit({ kind: "collected", file: run.path, tests });
    },
    onOutcome: (index, outcome) => {
      emit({ kind: "outcome", file: run.path, index, outcome });
      if (run.bail && outcome.state === "fail") runner.cancel?.("test-failure");
    },
  });
  try {
    for (const path of project.snapshotSerializers) {
      const module = jest === null ? await moduleRunner.import(path) : await jest.run(path, "setup");
      addSerializer((module as { default?: unknown }).default ?? module);
    }
    if (typeof project.diff === "string")
      config["diffOptions"] = ((await moduleRunner.import(project.diff)) as { default?: unknown }).default;
    else if (project.diff !== null) config["diffOptions"] = project.diff;
  } catch (error) {
    emit(fail(error, "collect"));
    return { changedIntrinsics: ["the file could not be set up"] };
  }
  timings["setup"] = now() - started;

  const [file] = await startTests([{ filepath: run.path }], runner);
  if (file === undefined) throw new Error("the runner returned no file");
  timings["tests"] = now() - started - (timings["setup"] ?? 0);
  await settle();

  const account = ledger.close(file);
  for (const { index, outcome } of account.unfinished) emit({ kind: "outcome", file: run.path, index, outcome });
  tampering.push(...account.tampering);
  const collectFailed = file.tasks.length === 0;
  const errors = (file.result?.errors ?? []).map((error) => ({
    ...wireError(error),
    phase: collectFailed ? ("collect" as const) : ("hook" as const),
  }));
  for (const error of suiteErrors(file)) errors.push({ ...wireError(error), phase: "hook" });

  const at = now();
  const canaries = await runCanaries(run, runner, moduleRunner, tampering);
  timings["canaries"] = now() - at;
  tampering.push(...replacedGlobals(api));
  if (!frozen) {
    changedIntrinsics = intrinsicsChanged();
    tampering.push(...changedIntrinsics.map((label) => `${label} is not what it was before the file ran`));
  }
  const done: WorkerEvent = {
    kind: "file-done",
    file: run.path,
    state:
      file.result?.state === "pass"
        ? "pass"
        : file.result?.state === "skip" || file.mode === "skip"
          ? "skip"
          : file.result?.state === "fail"
            ? "fail"
            : "none",
    errors,
    states: account.states,
    canaries,
    tampering,
    frozen,
    snapshots,
    coverage: run.coverage ? takeCoverage() : [],
    environment: run.environment,
    durationMs: now() - started,
    timings,
  };
  try {
    await teardown();
  } catch (error) {
    emit({ kind: "unhandled", error: wireThrown(error) });
  }
  emit(done);
  return { changedIntrinsics };
}

/**
 * A promise that nobody returned may still fail, and natively such an error is only in the list of unhandled ones, or
 * nowhere: what is due within 50 ms gets its time.
 */
async function settle(): Promise<void> {
  const until = now() + 50;
  const pause = (ms: number): Promise<void> => new Promise((resolve) => nativeSetTimeout(resolve, ms));
  // Twice as long at most: on a busy machine a timer that is due is not yet one that ran.
  for (let left = pendingWithin(50); left > 0 && now() < until + 50; left = pendingWithin(until - now())) await pause(left);
  await pause(1);
  await rejectionsTold();
}

function* suiteErrors(task: Task): Generator<NonNullable<NonNullable<Task["result"]>["errors"]>[number]> {
  for (const child of task.tasks ?? []) {
    if (child.type !== "suite") continue;
    for (const error of child.result?.errors ?? []) yield error;
    yield* suiteErrors(child);
  }
}

/** `define` entries as Vitest applies them: values on the global scope, `import.meta.env` and `process.env` as environment. */
function defineGlobals(define: Readonly<Record<string, string>>): void {
  for (const [name, source] of Object.entries(define)) {
    let value: unknown;
    try {
      value = globalEval(`(${source})`);
    } catch {
      value = source;
    }
    const env = /^(?:import\.meta|process)\.env\.(.+)$/.exec(name)?.[1];
    if (env !== undefined) sandboxProcess.env[env] = typeof value === "string" ? value : JSON.stringify(value);
    else if (/^[A-Za-z_$][\w$]*$/.test(name)) (globalThis as unknown as Record<string, unknown>)[name] = value;
  }
}

/** Vite's map of modules, with source maps that travel beside the code instead of inside it. */
function createEvaluatedModules(): InstanceType<typeof EvaluatedModules> {
  const modules = new EvaluatedModules();
  const original = modules.getModuleSourceMapById.bind(modules);
  const attached = new Set<string>();
  modules.getModuleSourceMapById = (id) => {
    const meta = modules.getModuleById(id)?.meta;
    if (!attached.has(id) && typeof meta?.map === "string" && typeof meta.code === "string") {
      attached.add(id);
      const encoded = btoa(Array.from(new TextEncoder().encode(meta.map), (byte) => String.fromCharCode(byte)).join(""));
      meta.code = `${meta.code}\n//# sourceMappingSource=vite-generated\n//# sourceMappingURL=data:application/json;base64,${encoded}`;
    }
    return original(id);
  };
  return modules;
}
