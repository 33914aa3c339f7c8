/** Copies one commit's tree out of packs into our store. Each object is hashed on the way in: an oid is only believed when computed here. */
import type { Oid } from "../../../src/core/snapshot/index.ts";
import { decodeTree, SUBMODULE_MODE, TREE_MODE, type ObjectStore } from "../../../src/protocol/git-objects.ts";
import { breathe, fail } from "../open-failure.ts";
import type { PackedObject, PackReader } from "../pack-reader.ts";
import type { OpenContext } from "./context.ts";

function read(packs: PackReader, oid: string): PackedObject {
  return (
    packs.read(oid) ??
    fail(
      "corrupt",
      `The object ${oid} is missing from what was received, or can't be read.`,
      "Try again; if it stays so, the repository is damaged or the answer was cut off.",
    )
  );
}

/** The commit that an annotated tag, or a commit id, stands for. */
export function peelToCommit(packs: PackReader, oid: string): { readonly commit: Oid; readonly tree: Oid } {
  let at = oid;
  for (let depth = 0; depth < 10; depth++) {
    const { type, bytes } = read(packs, at);
    const head = new TextDecoder().decode(bytes.subarray(0, 64));
    const named = /^(?:object|tree) ([0-9a-f]{40})\n/.exec(head)?.[1];
    if (named === undefined || (type !== "commit" && type !== "tag")) break;
    if (type === "commit") return { commit: at as Oid, tree: named as Oid };
    at = named;
  }
  return fail("corrupt", `${oid} is not a commit.`, "Name a branch, a tag or a commit.");
}

/** A tree may name the same folder many times over, and so unfold into more files than there are atoms in a tab. */
const FILE_COUNT_LIMIT = 500_000;

export async function copyTree(packs: PackReader, root: Oid, store: ObjectStore, context: OpenContext): Promise<void> {
  let done = 0;
  /** Files below each tree that was copied. */
  const counts = new Map<Oid, number>();
  const damaged = (oid: Oid, what: string): never =>
    fail(
      "corrupt",
      `The object ${oid} ${what}.`,
      "The answer was damaged on the way, or git fsck names it in the repository: try again.",
    );
  const blob = (oid: Oid): void => {
    if (store.blob(oid) !== undefined) return;
    const { type, bytes } = read(packs, oid);
    if (type !== "blob" || store.putBlob(bytes) !== oid) damaged(oid, "does not hash to its name");
  };
  const tree = async (oid: Oid): Promise<number> => {
    const known = counts.get(oid);
    if (known !== undefined) return known;
    const { type, bytes } = read(packs, oid);
    const entries = type === "tree" ? decodeTree(bytes) : null;
    if (entries === null) return damaged(oid, "is not a tree");
    let count = 0;
    for (const entry of entries) {
      if (entry.mode === TREE_MODE) count += await tree(entry.oid);
      else count++;
      if (entry.mode !== TREE_MODE && entry.mode !== SUBMODULE_MODE) blob(entry.oid);
      if (++done % 200 === 0) {
        context.progress({ phase: "checking", done, total: null, text: `${String(done)} objects` });
        await breathe(context.signal);
      }
    }
    if (count > FILE_COUNT_LIMIT) {
      fail(
        "too-large",
        `The repository has more than ${FILE_COUNT_LIMIT.toLocaleString("en")} files.`,
        "Open an archive of the part that is needed.",
      );
    }
    if (store.putTree(entries) !== oid) damaged(oid, "does not hash to its name");
    counts.set(oid, count);
    return count;
  };
  await tree(root);
}
