/**
 * Where a repository's suite and type check run. Three implementations stand behind this port: embedded, WebContainer,
 * Node; one contract suite runs over all of them.
 */
import type { FormatReport, SuiteReport, TypecheckReport } from "../../core/evidence/index.ts";
import type { Result } from "../../core/result.ts";
import type { SandboxIdentity } from "../../core/run/index.ts";
import type { Oid, RepoPath, SnapshotFiles } from "../../core/snapshot/index.ts";
import type { Dependencies } from "./dependencies.ts";

export type SandboxError =
  | { readonly kind: "cancelled" }
  | { readonly kind: "no-tests"; readonly message: string; readonly advice: string }
  | { readonly kind: "unsupported"; readonly what: string; readonly message: string; readonly advice: string }
  | { readonly kind: "config"; readonly message: string; readonly advice: string }
  | { readonly kind: "lost"; readonly message: string; readonly advice: string };

export interface Sandbox {
  readonly identity: SandboxIdentity;
  /** Prepares for one repository. Cheap to call again for the next snapshot: caches are keyed by content. */
  open(input: OpenSandbox): Promise<Result<SandboxSession, SandboxError>>;
  /**
   * Starts what can be started ahead (spare workers; the type checker that a repository brings, which reads it) while a
   * person reads or a model thinks. Never needed for correctness.
   */
  warm?(count: number, repository?: Omit<OpenSandbox, "signal">): void;
  dispose(): Promise<void>;
}

export interface OpenSandbox {
  readonly snapshot: SnapshotFiles;
  /** Where configuration is read from: base, unless the ticket is about the configuration. */
  readonly inputs: SnapshotFiles;
  readonly dependencies: Dependencies;
  /** The package inside a monorepo; "" is the root. */
  readonly packageRoot: RepoPath | "";
  readonly signal: AbortSignal;
}

export interface SuiteOptions {
  /** Test files to run; undefined: all that the configuration includes. */
  readonly files?: readonly RepoPath[];
  readonly shuffleSeed?: number;
  /** Run with a clock that is ahead of the real one, by milliseconds. The report says so where the sandbox can. */
  readonly clockAheadMs?: number;
  /** Milliseconds for one file, from its start; a file that takes longer is ended from outside. */
  readonly fileDeadlineMs: number;
  /** Lines executed are counted for these source files. */
  readonly coverage?: readonly RepoPath[];
  /** End the run at the first failing test: for mutants. */
  readonly bail?: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: SuiteProgress) => void;
}

export interface SuiteProgress {
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly testsPassed: number;
  readonly testsFailed: number;
  readonly current: RepoPath | null;
}

export interface SandboxSession {
  readonly snapshot: Oid;
  suite(options: SuiteOptions): Promise<Result<SuiteReport, SandboxError>>;
  typecheck(options: { readonly signal: AbortSignal }): Promise<Result<TypecheckReport, SandboxError>>;
  format(paths: readonly RepoPath[], options: { readonly signal: AbortSignal }): Promise<Result<FormatReport, SandboxError>>;
  dispose(): Promise<void>;
}
