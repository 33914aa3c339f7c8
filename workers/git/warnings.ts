/** What a person should know about a repository before they trust a run on it; said on screen, never skipped in silence. */
import { foldPath } from "../../src/core/snapshot/index.ts";
import type { ObjectStore } from "../../src/protocol/git-objects.ts";
import type { Listing } from "../../src/protocol/git-trees.ts";
import { FILE_LIMIT, megabytes } from "./sources/context.ts";

const LFS = "version https://git-lfs.github.com/spec/";

function some(paths: readonly string[]): string {
  const shown = paths.slice(0, 5).join(", ");
  return paths.length > 5 ? `${shown} and ${String(paths.length - 5)} more` : shown;
}

export function warningsOf(store: ObjectStore, { snapshot, unlisted }: Listing): string[] {
  const warnings: string[] = [];
  if (snapshot.submodules.length > 0) {
    warnings.push(`Submodules are not fetched; they stay as they are: ${some(snapshot.submodules.map((one) => one.path))}.`);
  }
  const pointers = snapshot.entries.filter((entry) => {
    if (entry.size > 1024 || entry.size < LFS.length) return false;
    const head = store.blob(entry.oid)?.subarray(0, LFS.length);
    return head !== undefined && new TextDecoder().decode(head) === LFS;
  });
  if (pointers.length > 0) {
    warnings.push(
      `${String(pointers.length)} files are Git LFS pointers, not their content: ${some(pointers.map((one) => one.path))}. Tests that read them will fail.`,
    );
  }
  const seen = new Map<string, string>();
  const colliding: string[] = [];
  for (const { path } of snapshot.entries) {
    const folded = foldPath(path);
    const other = seen.get(folded);
    if (other === undefined) seen.set(folded, path);
    else colliding.push(`${other} and ${path}`);
  }
  if (colliding.length > 0)
    warnings.push(`Paths that differ only in letter case or Unicode form; some systems can't hold both: ${some(colliding)}.`);
  const large = snapshot.entries.filter((entry) => entry.size > FILE_LIMIT);
  if (large.length > 0) warnings.push(`Large files, kept: ${some(large.map((one) => `${one.path} (${megabytes(one.size)})`))}.`);
  const missing = unlisted.filter((one) => one.reason === "not-held");
  if (missing.length > 0) {
    warnings.push(
      `Files above ${megabytes(FILE_LIMIT)} were not fetched: ${some(missing.map((one) => one.path))}. They stay in the tree as they are; tests that read them will fail.`,
    );
  }
  const odd = unlisted.filter((one) => one.reason === "name");
  if (odd.length > 0)
    warnings.push(
      `Names that can't be shown or used here (not UTF-8, or with control characters or backslashes); they stay as they are: ${some(odd.map((one) => JSON.stringify(one.path)))}.`,
    );
  return warnings;
}
