/**
 * Edits from one snapshot to the next. A patch, a diff and "a rename" are views of it: the truth is which path held
 * what before and holds what after.
 */
import type { FileState, Oid, RepoPath } from "../snapshot/index.ts";

export interface Change {
  readonly path: RepoPath;
  /** null: the path did not exist before. */
  readonly before: FileState | null;
  /** null: the path does not exist after. */
  readonly after: FileState | null;
}

export interface ChangeSet {
  readonly base: Oid;
  readonly result: Oid;
  /** Sorted by path; never empty of difference: before and after differ in each. */
  readonly changes: readonly Change[];
}
