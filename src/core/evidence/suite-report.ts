/** What a run of a test suite was seen to do. The shapes are the same for every sandbox. */
import type { RepoPath } from "../snapshot/index.ts";

declare const testId: unique symbol;
/** `<file> > <suite> > … > <title>`, with ` #2`, ` #3` … behind a title that stands there again. */
export type TestId = string & { readonly [testId]: true };

export interface TestError {
  readonly name: string;
  /** First 4,000 characters; the sandbox's root folder is written as `<root>`. */
  readonly message: string;
  readonly stack?: string;
  readonly expected?: string;
  readonly actual?: string;
  /** Place of the failing line in the repository, where the stack tells. 1-based. */
  readonly place?: { readonly path: RepoPath; readonly line: number; readonly column: number };
}

export interface TestReport {
  readonly id: TestId;
  readonly file: RepoPath;
  /** Suite titles, then the test's own. */
  readonly titles: readonly string[];
  /** As written: a `skip`ped or `todo` test is named, and an `only` too. */
  readonly mode: "run" | "skip" | "only" | "todo";
  /** `none`: it was collected and never reached an explicit result, which is never a pass. */
  readonly state: "pass" | "fail" | "skip" | "todo" | "none";
  readonly errors: readonly TestError[];
  readonly durationMs: number;
  /** Assertions counted while it ran, where the engine can count them. */
  readonly assertions?: number;
  readonly retries: number;
  /** `test.fails`: a pass then means that it failed as it said. */
  readonly fails: boolean;
}

/** How the worker of one file ended. Anything but `completed` means that its results are only what was streamed before. */
export type FileEnd =
  | { readonly kind: "completed" }
  | { readonly kind: "timeout"; readonly deadlineMs: number }
  | { readonly kind: "crashed"; readonly message: string }
  | { readonly kind: "exited"; readonly message: string }
  | { readonly kind: "cancelled" };

/** Two tests of ours under unguessable names, run in the same realm after the file's own. */
export interface Canaries {
  readonly mustPass: TestReport["state"] | "missing";
  readonly mustFail: TestReport["state"] | "missing";
}

export interface FileReport {
  readonly path: RepoPath;
  readonly state: "pass" | "fail" | "skip" | "none";
  readonly end: FileEnd;
  readonly tests: readonly TestReport[];
  /** Errors of the file itself: import, syntax, `beforeAll`, `afterAll`. */
  readonly errors: readonly (TestError & { readonly phase: "collect" | "hook" })[];
  /** Rejections and exceptions that no test owned. */
  readonly unhandled: readonly TestError[];
  readonly environment: string;
  /** Absent: the engine has no canaries (a native run). */
  readonly canaries?: Canaries;
  /** Traces of tampering that the harness saw itself, in words. */
  readonly tampering: readonly string[];
  /** Ran with frozen intrinsics. */
  readonly frozen: boolean;
  readonly snapshots: { readonly written: number; readonly unmatched: number; readonly obsolete: number };
  readonly durationMs: number;
}

/** Something of the repository that this sandbox does not do. `affects: true`: it could change a result, so no verdict on this run may pass. */
export interface Unsupported {
  readonly what: string;
  readonly advice: string;
  readonly path?: RepoPath;
  readonly affects: boolean;
}

/** Per file: executed counts of statements by line, for the paths that were asked for. */
export interface LineCoverage {
  readonly path: RepoPath;
  /** [line (1-based), times executed] of lines that hold a statement. */
  readonly lines: readonly (readonly [line: number, hits: number])[];
}

export interface SuiteReport {
  readonly files: readonly FileReport[];
  readonly unsupported: readonly Unsupported[];
  /** Said on the receipt and without effect on verdicts: "the repository's vitest 3.2.4 was replaced by 4.1.12". */
  readonly notes: readonly string[];
  /** Undefined: in file order. */
  readonly shuffleSeed?: number;
  /** Milliseconds that the clock of this run was ahead of the real one. */
  readonly clockAheadMs?: number;
  readonly coverage?: readonly LineCoverage[];
  readonly durationMs: number;
}
