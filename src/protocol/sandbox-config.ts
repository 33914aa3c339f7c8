/**
 * A repository's test configuration after it was evaluated (in the untrusted worker) and checked (in the page): plain
 * data, so that nothing of the configuration's code can reach the host worker that applies it.
 */
import type { Unsupported } from "../core/evidence/index.ts";

export type AliasRule =
  | { readonly find: string; readonly replacement: string }
  | { readonly pattern: string; readonly flags: string; readonly replacement: string };

export interface JsxOptions {
  readonly runtime: "automatic" | "classic";
  readonly importSource?: string;
  readonly pragma?: string;
  readonly pragmaFrag?: string;
}

/** One Vitest project: a repository without `projects` has exactly one. */
export interface ProjectConfig {
  readonly name: string;
  /** Absolute, inside the sandbox. */
  readonly root: string;
  /** Absolute: where `include` looks. */
  readonly dir: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly includeSource: readonly string[];
  readonly environment: string;
  readonly environmentOptions: Readonly<Record<string, unknown>>;
  readonly environmentMatchGlobs: readonly (readonly [glob: string, environment: string])[];
  readonly globals: boolean;
  readonly isolate: boolean;
  readonly setupFiles: readonly string[];
  readonly alias: readonly AliasRule[];
  readonly conditions: readonly string[];
  readonly mainFields: readonly string[];
  readonly extensions: readonly string[];
  readonly dedupe: readonly string[];
  /** Source text by expression. */
  readonly define: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly mode: string;
  readonly base: string;
  readonly testTimeout: number;
  readonly hookTimeout: number;
  readonly retry: number;
  readonly maxConcurrency: number;
  readonly passWithNoTests: boolean;
  readonly allowOnly: boolean;
  readonly clearMocks: boolean;
  readonly mockReset: boolean;
  readonly restoreMocks: boolean;
  readonly unstubEnvs: boolean;
  readonly unstubGlobals: boolean;
  readonly dangerouslyIgnoreUnhandledErrors: boolean;
  readonly sequence: {
    readonly shuffle: boolean;
    readonly concurrent: boolean;
    readonly seed: number;
    readonly hooks: "stack" | "list" | "parallel";
    readonly setupFiles: "list" | "parallel";
  };
  readonly fakeTimers: Readonly<Record<string, unknown>>;
  readonly chaiConfig: Readonly<Record<string, unknown>> | null;
  readonly snapshotFormat: Readonly<Record<string, unknown>>;
  readonly snapshotSerializers: readonly string[];
  /** Where a test file's snapshots lie, for files whose place the configuration computes. */
  readonly snapshotPaths: Readonly<Record<string, string>>;
  readonly diff: string | Readonly<Record<string, unknown>> | null;
  readonly expect: Readonly<Record<string, unknown>>;
  readonly interopDefault: boolean;
  /** Regular expression sources: node_modules that go through the transform pipeline. */
  readonly inline: readonly string[] | "all";
  readonly testNamePattern: string | null;
  readonly provide: Readonly<Record<string, unknown>>;
  readonly jsx: JsxOptions | null;
  /** Whether a tsconfig-paths plugin is there (Vite 8: `resolve.tsconfigPaths`). */
  readonly tsconfigPaths: boolean;
  readonly cssModules: "stable" | "scoped" | "non-scoped";
  /** Null: the configuration doesn't ask for any. */
  readonly typeTests: TypeTestConfig | null;
  /** "vitest", or what its API is laid over. */
  readonly runner: "vitest" | "jest" | "node:test";
  /** What Jest has and Vitest hasn't; null: no Jest suite. */
  readonly jest: JestOptions | null;
}

/** A Jest project, in so far as it is no setting of Vitest's. Patterns are sources of regular expressions over absolute paths. */
export interface JestOptions {
  /** Absolute: test files lie in one of them. */
  readonly roots: readonly string[];
  /** Where it isn't empty, it takes the place of `include`. */
  readonly testRegex: readonly string[];
  readonly ignoredTests: readonly string[];
  /** Files that are loaded as they stand. */
  readonly untransformed: readonly string[];
  /** With their dots, in the order in which they are tried. */
  readonly extensions: readonly string[];
  readonly conditions: readonly string[];
  /** Absolute: packages are looked for there as well. */
  readonly modulePaths: readonly string[];
  /** Node's own modules (`--experimental-vm-modules`): packages may be ES modules. */
  readonly esm: boolean;
  readonly resetModules: boolean;
  /** Fake timers from the start, with these options. */
  readonly fakeTimers: Readonly<Record<string, unknown>> | null;
}

/** Tests that are judged by the type check alone (Vitest's `typecheck`). */
export interface TypeTestConfig {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Absolute, inside the sandbox; null: the package's own. */
  readonly tsconfig: string | null;
}

export interface SuiteConfig {
  /** The file that it was read from, relative to the repository; null: Vitest's defaults. */
  readonly file: string | null;
  readonly projects: readonly ProjectConfig[];
  readonly unsupported: readonly Unsupported[];
  readonly notes: readonly string[];
}
