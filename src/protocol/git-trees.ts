/**
 * Snapshots as trees: list one, write over one, build one from nothing, compare two. Writing rebuilds the folders on the
 * way and touches nothing else, so submodules, odd modes and names that no `RepoPath` can say stay as they are.
 */
import type { Change } from "../core/change-set/index.ts";
import {
  parseRepoPath,
  type FileMode,
  type FileState,
  type Oid,
  type RepoPath,
  type Snapshot,
  type SnapshotEntry,
  type Submodule,
} from "../core/snapshot/index.ts";
import {
  EMPTY_TREE,
  fromByteString,
  SUBMODULE_MODE,
  toByteString,
  TREE_MODE,
  type ByteString,
  type ObjectStore,
  type TreeEntry,
} from "./git-objects.ts";

/** An entry of the tree that a snapshot can't list; it is kept, and said on screen. */
export interface Unlisted {
  readonly path: string;
  readonly reason: "name" | "not-held";
}

export interface Listing {
  readonly snapshot: Snapshot;
  readonly unlisted: readonly Unlisted[];
}

function treeOf(store: ObjectStore, oid: Oid): readonly TreeEntry[] {
  const tree = store.tree(oid);
  if (tree === undefined) throw new Error(`no such tree in the store: ${oid}`);
  return tree;
}

/** Git writes only these; old ones wrote 100664, which is read as a regular file and kept as it is. */
export function fileModeOf(mode: string): FileMode {
  if (mode === "120000") return "120000";
  return (Number.parseInt(mode, 8) & 0o100) === 0 ? "100644" : "100755";
}

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0;

export interface FlatEntry {
  readonly path: ByteString;
  readonly mode: string;
  readonly oid: Oid;
}

/** Everything but folders, depth first in git's order. */
export function* flatEntries(store: ObjectStore, root: Oid, prefix: ByteString = ""): Generator<FlatEntry> {
  for (const entry of treeOf(store, root)) {
    if (entry.mode === TREE_MODE) yield* flatEntries(store, entry.oid, `${prefix}${entry.name}/`);
    else yield { path: prefix + entry.name, mode: entry.mode, oid: entry.oid };
  }
}

export function listTree(store: ObjectStore, root: Oid): Listing {
  const entries: SnapshotEntry[] = [];
  const submodules: Submodule[] = [];
  const unlisted: Unlisted[] = [];
  for (const entry of flatEntries(store, root)) {
    const text = fromByteString(entry.path);
    const path = text === null ? null : parseRepoPath(text);
    if (path?.ok !== true) {
      unlisted.push({ path: text ?? entry.path, reason: "name" });
    } else if (entry.mode === SUBMODULE_MODE) {
      submodules.push({ path: path.value, commit: entry.oid });
    } else {
      const blob = store.blob(entry.oid);
      if (blob === undefined) unlisted.push({ path: path.value, reason: "not-held" });
      else entries.push({ path: path.value, oid: entry.oid, mode: fileModeOf(entry.mode), size: blob.length });
    }
  }
  return { snapshot: { oid: root, entries: entries.sort(byPath), submodules: submodules.sort(byPath) }, unlisted };
}

interface Edits {
  own: { state: { readonly mode: string; readonly oid: Oid } | null } | null;
  readonly below: Map<ByteString, Edits>;
}

/** The tree with these paths set (null: removed). A folder left empty goes, as in git's index. */
export function updateTree(
  store: ObjectStore,
  root: Oid,
  edits: Iterable<readonly [path: string, state: { readonly mode: string; readonly oid: Oid } | null]>,
): Oid {
  const top: Edits = { own: null, below: new Map() };
  for (const [path, state] of edits) {
    let at = top;
    for (const name of toByteString(path).split("/")) {
      let next = at.below.get(name);
      if (next === undefined) at.below.set(name, (next = { own: null, below: new Map() }));
      at = next;
    }
    at.own = { state };
  }
  return updated(store, treeOf(store, root), top) ?? EMPTY_TREE;
}

function updated(store: ObjectStore, tree: readonly TreeEntry[], edits: Edits): Oid | null {
  const entries = new Map(tree.map((entry) => [entry.name, entry]));
  for (const [name, edit] of edits.below) {
    const current = entries.get(name);
    if (edit.own?.state) {
      entries.set(name, { mode: edit.own.state.mode, name, oid: edit.own.state.oid });
    } else if (edit.own !== null && current !== undefined && current.mode !== TREE_MODE) {
      entries.delete(name);
    }
    if (edit.below.size === 0) continue;
    const now = entries.get(name);
    const sets = [...edit.below.values()].some(setsSomething);
    if (now !== undefined && now.mode !== TREE_MODE) {
      if (sets) throw new Error(`a file stands where a folder is to be: ${JSON.stringify(name)}`);
      continue;
    }
    const below = updated(store, now === undefined ? [] : treeOf(store, now.oid), edit);
    if (below === null) entries.delete(name);
    else entries.set(name, { mode: TREE_MODE, name, oid: below });
  }
  return entries.size === 0 ? null : store.putTree([...entries.values()]);
}

function setsSomething(edits: Edits): boolean {
  return (edits.own !== null && edits.own.state !== null) || [...edits.below.values()].some(setsSomething);
}

/** A tree from nothing but its files: the other way round from {@link updateTree}, so that one can check the other. */
export function buildTree(store: ObjectStore, files: Iterable<FlatEntry>): Oid {
  interface Folder {
    readonly files: TreeEntry[];
    readonly folders: Map<ByteString, Folder>;
  }
  const root: Folder = { files: [], folders: new Map() };
  for (const file of files) {
    const names = file.path.split("/");
    const name = names.pop() ?? "";
    let at = root;
    for (const folder of names) {
      let next = at.folders.get(folder);
      if (next === undefined) at.folders.set(folder, (next = { files: [], folders: new Map() }));
      at = next;
    }
    at.files.push({ mode: file.mode, name, oid: file.oid });
  }
  const write = (folder: Folder): Oid =>
    store.putTree([...folder.files, ...[...folder.folders].map(([name, below]) => ({ mode: TREE_MODE, name, oid: write(below) }))]);
  return write(root);
}

/** Sorted by path. Compares folders by oid first, so the cost is that of the difference. */
export function diffTrees(store: ObjectStore, before: Oid, after: Oid): readonly Change[] {
  const changes: Change[] = [];
  const walk = (prefix: ByteString, left: Oid | null, right: Oid | null): void => {
    if (left === right) return;
    const a = new Map((left === null ? [] : treeOf(store, left)).map((entry) => [entry.name, entry]));
    const b = new Map((right === null ? [] : treeOf(store, right)).map((entry) => [entry.name, entry]));
    for (const name of new Set([...a.keys(), ...b.keys()])) {
      const from = a.get(name);
      const to = b.get(name);
      if (from?.oid === to?.oid && from?.mode === to?.mode) continue;
      const fromTree = from?.mode === TREE_MODE ? from.oid : null;
      const toTree = to?.mode === TREE_MODE ? to.oid : null;
      if (fromTree !== null || toTree !== null) walk(`${prefix}${name}/`, fromTree, toTree);
      const path = pathOf(prefix + name);
      if (path === null) continue;
      const fromState = stateOf(from);
      const toState = stateOf(to);
      if (fromState === null && toState === null) continue;
      changes.push({ path, before: fromState, after: toState });
    }
  };
  walk("", before, after);
  return changes.sort(byPath);
}

function pathOf(path: ByteString): RepoPath | null {
  const text = fromByteString(path);
  const parsed = text === null ? null : parseRepoPath(text);
  return parsed?.ok === true ? parsed.value : null;
}

function stateOf(entry: TreeEntry | undefined): FileState | null {
  if (entry === undefined || entry.mode === TREE_MODE || entry.mode === SUBMODULE_MODE) return null;
  return { oid: entry.oid, mode: fileModeOf(entry.mode) };
}
