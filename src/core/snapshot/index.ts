export { foldPath, parseRepoPath, repoPathOf, type PathError, type RepoPath } from "./repo-path.ts";
export {
  isOid,
  oidOf,
  type FileMode,
  type FileState,
  type Oid,
  type Snapshot,
  type SnapshotEntry,
  type SnapshotFiles,
  type Submodule,
} from "./snapshot.ts";
