/** A packfile, version 2, without deltas (gitformat-pack(5)): what a bundle and a push carry. */
import { sha1 } from "@noble/hashes/legacy.js";
import { zlibSync } from "fflate";
import type { Oid } from "../../../src/core/snapshot/index.ts";
import {
  concatBytes,
  encodeTree,
  SUBMODULE_MODE,
  TREE_MODE,
  utf8,
  type ObjectStore,
  type ObjectType,
} from "../../../src/protocol/git-objects.ts";

export interface PackObject {
  readonly type: ObjectType;
  readonly content: Uint8Array;
}

const TYPE_NUMBER: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };

function objectHeader(type: ObjectType, size: number): Uint8Array {
  const bytes: number[] = [];
  let byte = (TYPE_NUMBER[type] << 4) | (size & 15);
  let rest = Math.floor(size / 16);
  while (rest > 0) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
    rest = Math.floor(rest / 128);
  }
  bytes.push(byte);
  return Uint8Array.from(bytes);
}

export function writePack(objects: readonly PackObject[]): Uint8Array {
  const head = new Uint8Array(12);
  head.set(utf8("PACK"));
  const view = new DataView(head.buffer);
  view.setUint32(4, 2);
  view.setUint32(8, objects.length);
  const body = concatBytes([
    head,
    ...objects.flatMap(({ type, content }) => [objectHeader(type, content.length), zlibSync(content)]),
  ]);
  return concatBytes([body, sha1(body)]);
}

/** Trees and blobs of `root` that `known` (a tree the other side has) does not hold. Throws where one of them is not held here. */
export function objectsOfTree(store: ObjectStore, root: Oid, known: Oid | null): PackObject[] {
  const skip = new Set<Oid>();
  const visit = (oid: Oid): void => {
    if (skip.has(oid)) return;
    skip.add(oid);
    for (const entry of store.tree(oid) ?? []) {
      if (entry.mode === TREE_MODE) visit(entry.oid);
      else skip.add(entry.oid);
    }
  };
  if (known !== null) visit(known);
  const out: PackObject[] = [];
  const add = (oid: Oid): void => {
    if (skip.has(oid)) return;
    skip.add(oid);
    const tree = store.tree(oid);
    if (tree === undefined) throw new Error(`no such tree in the store: ${oid}`);
    out.push({ type: "tree", content: encodeTree(tree) });
    for (const entry of tree) {
      if (entry.mode === TREE_MODE) add(entry.oid);
      else if (entry.mode !== SUBMODULE_MODE && !skip.has(entry.oid)) {
        skip.add(entry.oid);
        const blob = store.blob(entry.oid);
        if (blob === undefined) throw new Error(`the content of a file is not held here, so it can't be exported: ${entry.oid}`);
        out.push({ type: "blob", content: blob });
      }
    }
  };
  add(root);
  return out;
}
