/** A change as text: what the reviewer reads, what the case book keeps, what the screen counts. */
import { createTwoFilesPatch, diffLines } from "diff";
import type { ChangeSet } from "../core/change-set/index.ts";
import type { AttemptRecord } from "../core/run/index.ts";
import type { FileState, SnapshotFiles } from "../core/snapshot/index.ts";

type Texts = AttemptRecord["texts"];

/** Null where there is no such file or it isn't UTF-8 text. */
function textOf(state: FileState | null, files: SnapshotFiles): string | null {
  if (state === null) return null;
  const bytes = files.blobs.get(state.oid);
  if (bytes === undefined || bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null; // not UTF-8: binary as far as a reader is concerned
  }
}

export function changedTexts(role: "fixer" | "test-writer", set: ChangeSet, before: SnapshotFiles, after: SnapshotFiles): Texts {
  return set.changes.map((change) => ({
    path: change.path,
    role,
    before: textOf(change.before, before),
    after: textOf(change.after, after),
  }));
}

export function unifiedDiff(texts: Texts): string {
  return texts
    .map(({ path, before, after }) =>
      createTwoFilesPatch(
        before === null ? "/dev/null" : `a/${path}`,
        after === null ? "/dev/null" : `b/${path}`,
        before ?? "",
        after ?? "",
        undefined,
        undefined,
        { context: 4 },
      ),
    )
    .join("\n");
}

export function countLines(before: string | null, after: string | null): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const part of diffLines(before ?? "", after ?? "")) {
    if (part.added) added += part.count;
    else if (part.removed) removed += part.count;
  }
  return { added, removed };
}
