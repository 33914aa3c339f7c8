/** Snapshots with real git oids, from files written in a test. */
import { createHash } from "node:crypto";
import {
  oidOf,
  repoPathOf,
  type FileMode,
  type Oid,
  type SnapshotEntry,
  type SnapshotFiles,
} from "../../src/core/snapshot/index.ts";

export type FilesOf = Readonly<Record<string, string | Uint8Array | { readonly symlink: string }>>;

function objectId(type: "blob" | "tree", body: Uint8Array): Oid {
  return oidOf(
    createHash("sha1")
      .update(`${type} ${String(body.length)}\0`)
      .update(body)
      .digest("hex"),
  );
}

function treeId(entries: readonly SnapshotEntry[], prefix: string): Oid {
  const rows = new Map<string, { readonly mode: string; readonly oid: Oid; readonly sort: string }>();
  for (const entry of entries) {
    const rest = entry.path.slice(prefix.length);
    const slash = rest.indexOf("/");
    if (slash < 0) rows.set(rest, { mode: entry.mode, oid: entry.oid, sort: rest });
    else {
      const name = rest.slice(0, slash);
      if (rows.has(name)) continue;
      const below = `${prefix}${name}/`;
      rows.set(name, {
        mode: "40000",
        oid: treeId(
          entries.filter((item) => item.path.startsWith(below)),
          below,
        ),
        sort: `${name}/`,
      });
    }
  }
  const parts = [...rows]
    .sort(([, a], [, b]) => Buffer.compare(Buffer.from(a.sort), Buffer.from(b.sort)))
    .flatMap(([name, row]) => [Buffer.from(`${row.mode} ${name}\0`), Buffer.from(row.oid, "hex")]);
  return objectId("tree", Buffer.concat(parts));
}

export function snapshotOf(files: FilesOf): SnapshotFiles {
  const blobs = new Map<Oid, Uint8Array>();
  const entries = Object.entries(files)
    .map(([path, content]): SnapshotEntry => {
      const isLink = typeof content === "object" && "symlink" in content;
      const body = isLink ? content.symlink : content;
      const bytes = new Uint8Array(typeof body === "string" ? Buffer.from(body) : body);
      const oid = objectId("blob", bytes);
      blobs.set(oid, bytes);
      const mode: FileMode = isLink ? "120000" : "100644";
      return { path: repoPathOf(path), oid, mode, size: bytes.length };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return { oid: treeId(entries, ""), entries, submodules: [], blobs };
}
