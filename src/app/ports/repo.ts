/** The two ends of the path: where a repository comes from, what goes out, and the store of git objects between. */
import type { ChangeSet } from "../../core/change-set/index.ts";
import type { DeniedWrite } from "../../core/evidence/index.ts";
import type { Result } from "../../core/result.ts";
import type { Role, WritingRole } from "../../core/role/index.ts";
import type { Oid, RepoPath, Snapshot, SnapshotFiles } from "../../core/snapshot/index.ts";
import type { Ticket } from "../../core/ticket/index.ts";
import type { MaskOptions } from "../../core/write-mask/index.ts";

export type { ReadError, Workspace } from "../../protocol/workspace.ts";

export type RepoSource =
  | { readonly kind: "demo"; readonly name: string }
  | {
      readonly kind: "github";
      readonly owner: string;
      readonly name: string;
      readonly ref: string | null;
      readonly apiBase: string;
      readonly rawBase: string;
    }
  | { readonly kind: "gitlab"; readonly project: string; readonly ref: string | null; readonly apiBase: string }
  | { readonly kind: "git"; readonly url: string; readonly ref: string | null; readonly proxy: string | null }
  | {
      readonly kind: "files";
      readonly name: string;
      readonly files: readonly { readonly path: string; readonly blob: Blob; readonly executable: boolean }[];
      /** Folders that were not even looked into. */
      readonly leftOut?: readonly string[];
    }
  | { readonly kind: "archive"; readonly name: string; readonly format: "zip" | "tar.gz" | "bundle"; readonly blob: Blob };

export type OpenError =
  | { readonly kind: "cancelled" }
  | { readonly kind: "bad-url"; readonly message: string; readonly advice: string }
  | { readonly kind: "unreachable"; readonly message: string; readonly advice: string }
  | { readonly kind: "cors"; readonly message: string; readonly advice: string }
  | { readonly kind: "not-found"; readonly message: string; readonly advice: string }
  | { readonly kind: "unauthorised"; readonly message: string; readonly advice: string }
  | { readonly kind: "rate-limited"; readonly message: string; readonly advice: string; readonly resetsAt: number | null }
  | { readonly kind: "empty"; readonly message: string; readonly advice: string }
  | { readonly kind: "corrupt"; readonly message: string; readonly advice: string }
  | { readonly kind: "too-large"; readonly message: string; readonly advice: string };

export interface OpenProgress {
  readonly phase: "connecting" | "receiving" | "resolving" | "checking";
  readonly done: number;
  readonly total: number | null;
  readonly text: string;
}

export interface OpenedRepository {
  readonly source: string;
  readonly url: string;
  readonly commit: Oid | null;
  readonly ref: string | null;
  readonly snapshot: Snapshot;
  /** Said on screen: submodules, LFS pointers, paths that differ only in case, files left out for their size. */
  readonly warnings: readonly string[];
  readonly rateLimit?: { readonly remaining: number; readonly resetsAt: number };
}

export interface GitStore {
  open(
    source: RepoSource,
    options: { readonly signal: AbortSignal; readonly onProgress: (progress: OpenProgress) => void; readonly token: string | null },
  ): Promise<Result<OpenedRepository, OpenError>>;
  files(tree: Oid): Promise<SnapshotFiles>;
  /** A workspace over `base` for a role; `port` is given to the agent's worker. */
  workspace(input: {
    readonly role: Role;
    readonly base: Oid;
    readonly ticket: Ticket;
    /** What only a configuration tells: setup files, and test files under names that don't. */
    readonly mask?: MaskOptions;
    readonly onEvent: (event: WorkspaceEvent) => void;
  }): Promise<{ readonly id: string; readonly port: MessagePort }>;
  /** Ends the workspace and says what it changed. */
  commitWorkspace(id: string): Promise<ChangeSet>;
  /** base with the changes of all sets laid over; a path changed by two of them is a conflict unless a three-way merge of its text works. */
  merge(base: Oid, sets: readonly { readonly name: string; readonly changes: ChangeSet }[]): Promise<Result<Oid, MergeConflict>>;
  /** The tree with these files written (null: removed), without any mask: for mutants and ablation. */
  overlay(base: Oid, files: readonly { readonly path: RepoPath; readonly bytes: Uint8Array | null }[]): Promise<Oid>;
  diff(before: Oid, after: Oid): Promise<ChangeSet>;
}

export interface MergeConflict {
  readonly kind: "conflict";
  readonly conflicts: readonly {
    readonly path: RepoPath;
    readonly between: readonly [string, string];
    readonly lines: readonly [from: number, to: number];
  }[];
}

export type WorkspaceEvent =
  | { readonly type: "read"; readonly role: Role; readonly path: string }
  | {
      readonly type: "written";
      readonly role: WritingRole;
      readonly path: RepoPath;
      readonly added: number;
      readonly removed: number;
    }
  | { readonly type: "denied"; readonly denied: DeniedWrite };

export interface CommitInfo {
  readonly author: { readonly name: string; readonly email: string };
  /** Seconds since the epoch, and minutes west of UTC as git counts them (`-60` is +0100). */
  readonly timestamp: number;
  readonly timezoneOffset: number;
  readonly message: string;
  readonly branch: string;
}

export interface ExportPort {
  /** `git format-patch` style: applies with `git am` and `git apply --index`. */
  patch(base: Oid, result: Oid, commit: CommitInfo): Promise<string>;
  /** A git bundle (v2) with one branch on top of `baseCommit`, or with history of its own where the base commit is unknown. */
  bundle(base: Oid, baseCommit: Oid | null, result: Oid, commit: CommitInfo): Promise<Uint8Array>;
  /** Applies a patch to a fresh checkout of base, independently of the code that wrote it, and says which tree came out. */
  applyPatch(base: Oid, patch: string): Promise<Result<Oid, { readonly kind: "does-not-apply"; readonly message: string }>>;
}
