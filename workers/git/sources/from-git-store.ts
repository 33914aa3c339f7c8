/** Copies one commit's tree out of isomorphic-git's store into ours. Each object is hashed again on the way in: an oid is only believed when computed here. */
import git, { type PromiseFsClient } from "isomorphic-git";
import type { Oid } from "../../../src/core/snapshot/index.ts";
import { decodeTree, SUBMODULE_MODE, TREE_MODE, type ObjectStore } from "../../../src/protocol/git-objects.ts";
import { breathe, fail } from "../open-failure.ts";
import type { OpenContext } from "./context.ts";

export interface GitPlace {
  readonly fs: PromiseFsClient;
  readonly gitdir: string;
  /** isomorphic-git's own cache; without it every read parses the index of the pack again. */
  readonly cache: object;
}

async function read(place: GitPlace, oid: string): Promise<{ readonly type: string; readonly bytes: Uint8Array }> {
  try {
    const object = await git.readObject({ ...place, oid, format: "content" });
    return { type: object.type, bytes: new Uint8Array(object.object as Uint8Array) };
  } catch {
    return fail(
      "corrupt",
      `The object ${oid} is missing from what was received, or can't be read.`,
      "Try again; if it stays so, the repository is damaged or the answer was cut off.",
    );
  }
}

export async function holds(place: GitPlace, oid: string): Promise<boolean> {
  try {
    await git.readObject({ ...place, oid, format: "content" });
    return true;
  } catch {
    return false;
  }
}

/** The commit that an annotated tag, or a commit id, stands for. */
export async function peelToCommit(place: GitPlace, oid: string): Promise<{ readonly commit: Oid; readonly tree: Oid }> {
  let at = oid;
  for (let depth = 0; depth < 10; depth++) {
    const { type, bytes } = await read(place, at);
    const head = new TextDecoder().decode(bytes.subarray(0, 64));
    const named = /^(?:object|tree) ([0-9a-f]{40})\n/.exec(head)?.[1];
    if (named === undefined || (type !== "commit" && type !== "tag")) break;
    if (type === "commit") return { commit: at as Oid, tree: named as Oid };
    at = named;
  }
  return fail("corrupt", `${oid} is not a commit.`, "Name a branch, a tag or a commit.");
}

export async function copyTree(place: GitPlace, root: Oid, store: ObjectStore, context: OpenContext): Promise<Oid> {
  let done = 0;
  const blob = async (oid: Oid): Promise<void> => {
    done++;
    if (done % 200 === 0) {
      context.progress({ phase: "checking", done, total: null, text: `${String(done)} objects` });
      await breathe(context.signal);
    }
    if (store.blob(oid) !== undefined) return;
    const { type, bytes } = await read(place, oid);
    if (type !== "blob" || store.putBlob(bytes) !== oid)
      fail("corrupt", `The object ${oid} does not hash to its name.`, "The answer was damaged on the way: try again.");
  };
  const tree = async (oid: Oid): Promise<void> => {
    if (store.tree(oid) !== undefined && oid !== root && done > 0) {
      // Held already, with everything below it only if it was copied by us: walk on, it is cheap.
      for (const entry of store.tree(oid) ?? []) await below(entry);
      return;
    }
    const { type, bytes } = await read(place, oid);
    const entries = type === "tree" ? decodeTree(bytes) : null;
    if (entries === null)
      return fail("corrupt", `The object ${oid} is not a tree.`, "The answer was damaged on the way: try again.");
    for (const entry of entries) await below(entry);
    if (store.putTree(entries) !== oid)
      fail(
        "corrupt",
        `The tree ${oid} does not hash to its name.`,
        "The repository holds a tree that git would not write (git fsck names it).",
      );
  };
  const below = async (entry: { readonly mode: string; readonly oid: Oid }): Promise<void> => {
    if (entry.mode === SUBMODULE_MODE) return;
    await (entry.mode === TREE_MODE ? tree(entry.oid) : blob(entry.oid));
  };
  await tree(root);
  return root;
}
