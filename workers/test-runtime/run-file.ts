/**
 * Runs one test file: environment, setup files, the file, its canaries, the end mark's contents. Everything that the
 * page learns of it leaves through `emit`, as it happens, so that a file which is killed keeps what it had.
 */
import { canaryFile, type WireOutcome, type RunFile, type WorkerEvent } from "../../src/protocol/sandbox-run.ts";
import { COVERAGE_VARIABLE } from "../../src/protocol/sandbox-host.ts";
import type { FileView } from "../sandbox-host/files.ts";
import { builtinNamespace, listenForLimits } from "./builtins.ts";
import type { AskHost, Emit } from "./channel.ts";
import { defineCanaries } from "./canaries.ts";
import { processEnvironment, runnerConfig } from "./config-defaults.ts";
import { wireError, wireThrown } from "./errors.ts";
import { freezeIntrinsics, lockProperties, recordIntrinsics } from "./freeze.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import type { Loader } from "./loader.ts";
import { globalEval, nativeSetTimeout, now } from "./primordials.ts";
import { realm } from "./realm.ts";
import { listenForExit, listenForNetwork, sandboxProcess } from "./shims/globals.ts";
import { pendingWithin } from "./shims/timers-queue.ts";
import {
  addSerializer,
  builtinEnvironments,
  createDefaultImportMeta,
  EvaluatedModules,
  expect,
  getFn,
  globalExpectState,
  setupCommonEnv,
  spyModule,
  startTests,
  startVitestModuleRunner,
  TestRunner,
  vitestModule,
  type ModuleRunnerLike,
  type Runner,
  type Task,
} from "./vitest.ts";

export interface RunContext {
  readonly emit: Emit;
  readonly ask: AskHost;
  readonly loader: Loader;
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
  sandboxProcess.env = processEnvironment(project, client);
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
    metaEnv: sandboxProcess.env,
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
  // A file before this one has locked what `globals: true` puts on the global scope, and it is still there.
  await setupCommonEnv(apiIsLocked() ? { ...config, globals: false } : config);
  expect.setState({ environment: run.environment });

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
    beforeTestFile: () => {
      if (!run.freeze || frozen) return;
      changedIntrinsics = intrinsicsChanged();
      freezeIntrinsics();
      lockAssertions(project.globals);
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
    await loadSerializers(project.snapshotSerializers, moduleRunner);
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
  tampering.push(...replacedGlobals(project.globals));
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
}

/** Executed counts by line, from the statement counters: the highest count of the statements that begin on it. */
function takeCoverage(): (readonly [path: string, lines: readonly (readonly [line: number, hits: number])[]])[] {
  const scope = globalThis as unknown as Record<string, Record<string, { readonly s: Record<string, number> }> | undefined>;
  const counters = scope[COVERAGE_VARIABLE] ?? {};
  const lineOf = (scope[`${COVERAGE_VARIABLE}lines`] ?? {}) as unknown as Record<string, Record<string, number>>;
  return Object.entries(counters).map(([file, { s: counts }]) => {
    const lines = new Map<number, number>();
    for (const [id, hits] of Object.entries(counts)) {
      const line = lineOf[file]?.[id];
      if (line !== undefined) lines.set(line, Math.max(lines.get(line) ?? 0, hits));
    }
    return [file.startsWith("/repo/") ? file.slice(6) : file, [...lines].sort(([a], [b]) => a - b)] as const;
  });
}

interface RunnerEvents {
  beforeTestFile(): void;
  onCollected(tests: ReturnType<Ledger["collect"]>): void;
  onOutcome(index: number, outcome: WireOutcome): void;
}

function createRunner(
  config: Record<string, unknown>,
  moduleRunner: ModuleRunnerLike,
  ledger: Ledger,
  takeAssertions: () => number,
  events: RunnerEvents,
): Runner {
  const runner = new TestRunner(config);
  Object.defineProperty(runner, "moduleRunner", { value: moduleRunner });
  runner.__setTraces(quietTraces);
  runner.onTaskUpdate = () => Promise.resolve();
  const importFile = runner.importFile.bind(runner);
  runner.importFile = (path, source) => {
    if (source === "collect") events.beforeTestFile();
    return importFile(path, source);
  };
  runner.onCollected = (files) => {
    const [file] = files;
    if (file !== undefined) events.onCollected(ledger.collect(file));
  };
  const beforeTry = runner.onBeforeTryTask?.bind(runner);
  runner.onBeforeTryTask = (task) => {
    takeAssertions();
    return beforeTry?.(task);
  };
  runner.runTask = async (task) => {
    ledger.called(task);
    try {
      const run = getFn(task);
      if (run === undefined) throw new Error("Test function is not found. Did you add it using `setFn`?");
      await run();
    } catch (error) {
      ledger.threw(task);
      throw error;
    }
  };
  runner.onTaskFinished = (task: Task) => {
    const own = task.context._local ? task.context.expect.getState() : globalExpectState();
    ledger.count(task, own.assertionCalls + takeAssertions());
  };
  const afterRun = runner.onAfterRunTask?.bind(runner);
  runner.onAfterRunTask = (task) => {
    const finished = ledger.finish(task);
    if (finished !== null) events.onOutcome(finished.index, finished.outcome);
    return afterRun?.(task);
  };
  return runner;
}

const quietTraces = {
  $: (_name: string, options: unknown, run?: unknown): unknown =>
    (typeof options === "function" ? options : (run as (span: object) => unknown))({
      setAttribute: () => undefined,
      setAttributes: () => undefined,
      addEvent: () => undefined,
    }),
  isEnabled: () => false,
  getContextCarrier: () => undefined,
};

/** The API that `globals: true` puts on the global scope. */
export const GLOBAL_API = [
  "suite",
  "test",
  "describe",
  "it",
  "chai",
  "expect",
  "assert",
  "expectTypeOf",
  "assertType",
  "vitest",
  "vi",
  "beforeAll",
  "afterAll",
  "beforeEach",
  "afterEach",
  "aroundAll",
  "aroundEach",
  "onTestFailed",
  "onTestFinished",
];

function lockAssertions(globals: boolean): void {
  const { chai } = vitestModule as unknown as { chai: { Assertion: { prototype: object }; assert: object } };
  lockProperties(chai.Assertion.prototype);
  lockProperties(chai.assert);
  lockProperties(expect);
  if (!globals) return;
  for (const name of GLOBAL_API) {
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
    if (descriptor?.configurable === true)
      Object.defineProperty(globalThis, name, {
        value: descriptor.value as unknown,
        writable: false,
        configurable: false,
        enumerable: false,
      });
  }
}

const apiIsLocked = (): boolean => Object.getOwnPropertyDescriptor(globalThis, "expect")?.configurable === false;

function replacedGlobals(globals: boolean): readonly string[] {
  if (!globals) return [];
  const scope = globalThis as unknown as Record<string, unknown>;
  const api = vitestModule as unknown as Record<string, unknown>;
  return GLOBAL_API.filter((name) => name in api && scope[name] !== api[name]).map((name) => `the global ${name} was replaced`);
}

/** The canaries run as a file of their own, by the same runner, so that nothing in the file's hooks meets them. */
async function runCanaries(
  run: RunFile,
  runner: Runner,
  moduleRunner: ModuleRunnerLike,
  tampering: string[],
): Promise<{ mustPass: WireOutcome["state"] | "missing"; mustFail: WireOutcome["state"] | "missing" }> {
  try {
    moduleRunner.mocker?.reset();
    runner.config["setupFiles"] = [];
    runner.config["testNamePattern"] = undefined;
    runner.config["sequence"] = { shuffle: false, concurrent: false, seed: 1, hooks: "stack", setupFiles: "parallel" };
    (runner as { cancelRun?: boolean }).cancelRun = false;
    const importFile = runner.importFile;
    runner.importFile = () => {
      defineCanaries(run.canary);
      return Promise.resolve();
    };
    delete runner.onCollected;
    const [file] = await startTests([{ filepath: canaryFile(run) }], runner);
    runner.importFile = importFile;
    const stateOf = (name: string): WireOutcome["state"] | "missing" => {
      const task = file?.tasks.find((one) => one.name === name);
      const state = task?.result?.state;
      return task === undefined ? "missing" : state === "pass" || state === "fail" || state === "skip" ? state : "none";
    };
    return { mustPass: stateOf(run.canary.pass), mustFail: stateOf(run.canary.fail) };
  } catch (error) {
    tampering.push(`the canaries could not be run: ${wireThrown(error).message}`);
    return { mustPass: "missing", mustFail: "missing" };
  }
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

async function loadSerializers(paths: readonly string[], moduleRunner: ModuleRunnerLike): Promise<void> {
  for (const path of paths) addSerializer(((await moduleRunner.import(path)) as { default: unknown }).default);
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
