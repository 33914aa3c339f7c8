/** The configuration object that Vitest's runner reads, made of a project's settings. */
import type { ProjectConfig } from "../../src/protocol/sandbox-config.ts";
import type { RunFile } from "../../src/protocol/sandbox-run.ts";
import { sandboxSnapshots, type SnapshotFiles } from "./snapshots.ts";

export function runnerConfig(run: RunFile, snapshots: SnapshotFiles): Record<string, unknown> {
  const { project } = run;
  return {
    name: project.name,
    root: project.root,
    mode: "test",
    pool: "forks",
    globals: project.globals,
    testTimeout: project.testTimeout,
    hookTimeout: project.hookTimeout,
    teardownTimeout: 10000,
    isolate: true,
    retry: project.retry,
    bail: run.bail ? 1 : 0,
    sequence: { ...project.sequence, ...(run.shuffleSeed === null ? {} : { shuffle: true, seed: run.shuffleSeed }) },
    setupFiles: project.setupFiles,
    snapshotSerializers: project.snapshotSerializers,
    maxConcurrency: project.maxConcurrency,
    allowOnly: project.allowOnly,
    passWithNoTests: project.passWithNoTests,
    clearMocks: project.clearMocks,
    mockReset: project.mockReset,
    restoreMocks: project.restoreMocks,
    unstubEnvs: project.unstubEnvs,
    unstubGlobals: project.unstubGlobals,
    testNamePattern: project.testNamePattern === null ? undefined : new RegExp(project.testNamePattern),
    expect: project.expect,
    fakeTimers: { loopLimit: 10000, shouldClearNativeTimers: true, ...project.fakeTimers },
    deps: { moduleDirectories: ["/node_modules/"], interopDefault: project.interopDefault, web: {}, optimizer: {} },
    coverage: { enabled: false, provider: "custom" },
    experimental: { viteModuleRunner: true, importDurations: { limit: 0 } },
    env: { PROD: false, DEV: true, MODE: project.mode, BASE_URL: project.base, ...project.env },
    defines: {},
    tags: [],
    strictTags: false,
    chaiConfig: project.chaiConfig ?? undefined,
    includeTaskLocation: false,
    typecheck: {},
    browser: {},
    diff: project.diff ?? undefined,
    environmentOptions: run.environmentOptions,
    snapshotFormat: project.snapshotFormat,
    snapshotOptions: {
      // As in CI: a snapshot that is missing fails the test instead of being written.
      updateSnapshot: "none",
      expand: false,
      snapshotFormat: project.snapshotFormat,
      snapshotEnvironment: sandboxSnapshots(snapshots),
    },
  };
}

export function processEnvironment(project: ProjectConfig, client: boolean): Record<string, string> {
  const runner: Record<string, string> =
    project.runner === "jest"
      ? { JEST_WORKER_ID: "1" }
      : { TEST: "true", VITEST: "true", VITEST_MODE: "RUN", VITEST_POOL_ID: "1", VITEST_WORKER_ID: "1" };
  return {
    ...runner,
    NODE_ENV: "test",
    CI: "true",
    MODE: project.mode,
    BASE_URL: project.base,
    DEV: "1",
    PROD: "",
    SSR: client ? "" : "1",
    PATH: "/usr/local/bin:/usr/bin:/bin",
    HOME: "/root",
    TZ: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...project.env,
  };
}
