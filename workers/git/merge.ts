/**
 * Several change sets over one tree. A set is replayed as a cherry-pick: where the tree still holds what the set found,
 * it gets what the set left; else the texts are merged three ways, by bytes, and what can't be merged is a conflict with
 * its lines. Nothing is ever chosen silently.
 */
import { diff3Merge } from "node-diff3";
import type { MergeConflict } from "../../src/app/ports/index.ts";
import { splitLines, type Change, type ChangeSet } from "../../src/core/change-set/index.ts";
import { err, ok, type Result } from "../../src/core/result.ts";
import type { FileState, Oid, RepoPath } from "../../src/core/snapshot/index.ts";
import { byteString, bytesOf, type ObjectStore } from "../../src/protocol/git-objects.ts";
import { listTree, updateTree } from "../../src/protocol/git-trees.ts";
import { textOf } from "./text-form.ts";

type Lines = readonly [from: number, to: number];
type Merged = { readonly ok: true; readonly state: FileState | null } | { readonly ok: false; readonly lines: Lines };

export function mergeSets(
  store: ObjectStore,
  base: Oid,
  sets: readonly { readonly name: string; readonly changes: ChangeSet }[],
): Result<Oid, MergeConflict> {
  const files = new Map<string, FileState>(
    listTree(store, base).snapshot.entries.map((entry) => [entry.path, { oid: entry.oid, mode: entry.mode }]),
  );
  const touched = new Map<string, { readonly name: string; readonly change: Change }[]>();
  const edits = new Map<RepoPath, FileState | null>();
  const conflicts: MergeConflict["conflicts"][number][] = [];
  for (const { name, changes } of sets) {
    for (const change of changes.changes) {
      const earlier = touched.get(change.path) ?? [];
      const merged = mergeState(store, change.before, files.get(change.path) ?? null, change.after);
      if (!merged.ok) {
        const other =
          earlier.findLast((one) => !mergeState(store, change.before, one.change.after, change.after).ok) ?? earlier.at(-1);
        conflicts.push({ path: change.path, between: [other?.name ?? "base", name], lines: merged.lines });
        continue;
      }
      touched.set(change.path, [...earlier, { name, change }]);
      edits.set(change.path, merged.state);
      if (merged.state === null) files.delete(change.path);
      else files.set(change.path, merged.state);
    }
  }
  conflicts.push(...foldersInTheWay(files, touched));
  if (conflicts.length > 0) return err({ kind: "conflict", conflicts });
  return ok(updateTree(store, base, edits));
}

/** One set adds a file where another adds a folder. */
function foldersInTheWay(
  files: ReadonlyMap<string, FileState>,
  touched: ReadonlyMap<string, readonly { readonly name: string; readonly change: Change }[]>,
): MergeConflict["conflicts"][number][] {
  const conflicts: MergeConflict["conflicts"][number][] = [];
  for (const path of files.keys()) {
    for (let slash = path.indexOf("/"); slash > 0; slash = path.indexOf("/", slash + 1)) {
      const prefix = path.slice(0, slash);
      if (!files.has(prefix)) continue;
      const [file, below] = [touched.get(prefix)?.at(-1), touched.get(path)?.at(-1)];
      const at = file?.change.path ?? below?.change.path;
      if (at !== undefined) conflicts.push({ path: at, between: [file?.name ?? "base", below?.name ?? "base"], lines: [1, 1] });
    }
  }
  return conflicts;
}

function mergeState(store: ObjectStore, ancestor: FileState | null, ours: FileState | null, theirs: FileState | null): Merged {
  if (same(ours, ancestor) || same(ours, theirs)) return { ok: true, state: theirs };
  if (same(theirs, ancestor)) return { ok: true, state: ours };
  const [o, a, b] = [ancestor, ours, theirs].map((state) => textLines(store, state));
  // Removed by one and changed by the other, or two different new files, or not text.
  if (ours === null || theirs === null || ancestor === null)
    return { ok: false, lines: [1, Math.max(1, (o ?? a ?? b ?? []).length)] };
  const mode = ours.mode === ancestor.mode ? theirs.mode : ours.mode;
  if (theirs.mode !== ancestor.mode && mode !== theirs.mode) return { ok: false, lines: [1, 1] };
  if (ours.oid === ancestor.oid) return { ok: true, state: { oid: theirs.oid, mode } };
  if (theirs.oid === ancestor.oid || theirs.oid === ours.oid) return { ok: true, state: { oid: ours.oid, mode } };
  if (o === null || o === undefined || a === null || a === undefined || b === null || b === undefined)
    return { ok: false, lines: [1, 1] };
  const out: string[] = [];
  for (const region of diff3Merge([...a], [...o], [...b], { excludeFalseConflicts: true })) {
    if (region.ok) out.push(...region.ok);
    else if (region.conflict) {
      const { oIndex, o: lines } = region.conflict;
      return { ok: false, lines: [oIndex + 1, oIndex + Math.max(1, lines.length)] };
    }
  }
  return { ok: true, state: { oid: store.putBlob(bytesOf(out.join(""))), mode } };
}

const same = (a: FileState | null, b: FileState | null): boolean => a?.oid === b?.oid && a?.mode === b?.mode;

/** Lines as byte strings, null for what is not text. A link's target is one thing, not lines. */
function textLines(store: ObjectStore, state: FileState | null): readonly string[] | null {
  if (state === null || state.mode === "120000") return null;
  const bytes = store.blob(state.oid);
  return bytes === undefined || textOf(bytes) === null ? null : splitLines(byteString(bytes));
}
