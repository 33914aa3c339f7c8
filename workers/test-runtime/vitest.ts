/**
 * The parts of Vitest that the harness drives, with the types that it relies on. Vitest's internals are untyped or
 * typed wider than they behave; everything else in this folder sees them through this file only.
 */
import * as expectModule from "@vitest/expect";
import * as runnerModule from "@vitest/runner";
import * as runnerUtils from "@vitest/runner/utils";
import * as snapshotModule from "@vitest/snapshot";
import * as spyModule from "@vitest/spy";
import { processError as processErrorUntyped } from "@vitest/utils/error";
import * as vitestModule from "vitest";
import { setupCommonEnv as setupCommonEnvUntyped } from "vitest/internal/browser";
import * as runtimeModule from "vitest/runtime";
import * as suiteModule from "vitest/suite";
import * as viteRunner from "vite/module-runner";

export interface TaskResult {
  state?: string;
  errors?: TaskError[];
  duration?: number;
  retryCount?: number;
}
export interface TaskError {
  name?: string;
  message?: string;
  stack?: string;
  expected?: unknown;
  actual?: unknown;
  diff?: string;
}
export interface Task {
  readonly type: "test" | "suite";
  readonly id: string;
  readonly name: string;
  mode: string;
  fails?: boolean;
  result?: TaskResult;
  tasks?: Task[];
  readonly suite?: Task;
  readonly file: FileTask;
  readonly context: { readonly _local: boolean; readonly expect: { getState(): ExpectState } };
}
export interface FileTask extends Task {
  readonly filepath: string;
  tasks: Task[];
}
export interface ExpectState {
  readonly assertionCalls: number;
}
export interface Runner {
  config: Record<string, unknown>;
  importFile: (path: string, source: "collect" | "setup") => Promise<unknown>;
  onCollected?: (files: FileTask[]) => unknown;
  onAfterTryTask?: (test: Task) => unknown;
  onBeforeTryTask?: (test: Task) => unknown;
  onAfterRunTask?: (test: Task) => unknown;
  onTaskFinished?: (test: Task) => unknown;
  onTaskUpdate?: unknown;
  runTask?: (test: Task) => unknown;
  cancel?: (reason: string) => void;
  __setTraces(traces: unknown): void;
}
export interface ModuleRunnerLike {
  import(id: string): Promise<unknown>;
  readonly mocker?: { reset(): void };
}

type Unknown = Record<string, unknown>;
const internal = (runtimeModule as unknown as { __INTERNAL: Unknown }).__INTERNAL;
export const startVitestModuleRunner = internal["startVitestModuleRunner"] as (options: Unknown) => ModuleRunnerLike;
export const builtinEnvironments = (runtimeModule as unknown as Unknown)["builtinEnvironments"] as Readonly<
  Record<
    string,
    | { readonly viteEnvironment?: string; setup(scope: object, options: Unknown): Promise<{ teardown(scope: object): unknown }> }
    | undefined
  >
>;
export const populateGlobal = (runtimeModule as unknown as Unknown)["populateGlobal"];
export const TestRunner = vitestModule.TestRunner as unknown as new (config: Unknown) => Runner;
export const startTests = runnerModule.startTests as unknown as (
  specs: readonly { readonly filepath: string }[],
  runner: Runner,
) => Promise<FileTask[]>;
export const { getFn } = runnerModule as unknown as { getFn: (task: Task) => (() => unknown) | undefined };
export const { getCurrentSuite } = runnerModule as unknown as {
  getCurrentSuite: () => { readonly tasks: readonly unknown[] };
};
export const setupCommonEnv = setupCommonEnvUntyped as unknown as (config: Unknown) => Promise<void>;
export const processError = processErrorUntyped as unknown as (error: unknown) => TaskError;
export const { EvaluatedModules, ModuleRunner, ESModulesEvaluator, createDefaultImportMeta } = viteRunner as unknown as {
  EvaluatedModules: new () => EvaluatedModulesLike;
  ModuleRunner: new (options: Unknown, evaluator: object) => ModuleRunnerLike & Unknown;
  ESModulesEvaluator: new () => {
    runInlinedModule(context: object, code: string, module: { readonly file: string }): Promise<void>;
  };
  createDefaultImportMeta: (path: string) => Unknown;
};
export interface EvaluatedModulesLike {
  getModuleById: (id: string) => { meta?: { code?: string; map?: string | null } } | undefined;
  ensureModule: (id: string, url: string) => { meta?: { code?: string; map?: string | null } };
  getModuleSourceMapById: (id: string) => unknown;
  readonly idToModuleMap: Map<string, unknown>;
}
export const { vi, expect, test, afterEach } = vitestModule;
export { expectModule, snapshotModule, spyModule, vitestModule };
export const globalExpectState = (): ExpectState => (vitestModule.expect as unknown as { getState(): ExpectState }).getState();
export const { addSerializer } = snapshotModule as unknown as { addSerializer: (serializer: unknown) => void };

/** What an import of one of these names gets, whatever version the repository has installed. */
export const VITEST_MODULES: Readonly<Record<string, unknown>> = {
  vitest: vitestModule,
  "vitest/suite": suiteModule,
  "vitest/runners": vitestModule,
  "vitest/environments": { builtinEnvironments, populateGlobal },
  "vitest/runtime": runtimeModule,
  "@vitest/spy": spyModule,
  "@vitest/runner": runnerModule,
  "@vitest/runner/utils": runnerUtils,
  "@vitest/expect": expectModule,
  "@vitest/snapshot": snapshotModule,
};
