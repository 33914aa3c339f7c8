/**
 * A snapshot is a git tree. It is named by its tree oid and never mutated: base, the fixer's result, the tests'
 * result, the candidate, each mutant and each merged tree are snapshots, so a verdict always names what it graded.
 */
import type { RepoPath } from "./repo-path.ts";

declare const oid: unique symbol;
/** A git object id: 40 lower-case hexadecimal digits (SHA-1). */
export type Oid = string & { readonly [oid]: true };

export function isOid(raw: unknown): raw is Oid {
  return typeof raw === "string" && /^[0-9a-f]{40}$/.test(raw);
}
export function oidOf(raw: string): Oid {
  if (!isOid(raw)) throw new Error(`not an object id: ${JSON.stringify(raw)}`);
  return raw;
}

/** Regular, executable, symbolic link. Submodules (160000) are listed apart: they have no blob. */
export type FileMode = "100644" | "100755" | "120000";

export interface FileState {
  readonly oid: Oid;
  readonly mode: FileMode;
}

export interface SnapshotEntry extends FileState {
  readonly path: RepoPath;
  /** Bytes of the blob. */
  readonly size: number;
}

export interface Submodule {
  readonly path: RepoPath;
  readonly commit: Oid;
}

/** What a snapshot lists; sorted by path (code units). */
export interface Snapshot {
  readonly oid: Oid;
  readonly entries: readonly SnapshotEntry[];
  readonly submodules: readonly Submodule[];
}

/** A snapshot with its bytes: every entry's oid is a key of `blobs`. */
export interface SnapshotFiles extends Snapshot {
  readonly blobs: ReadonlyMap<Oid, Uint8Array>;
}
