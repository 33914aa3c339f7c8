/**
 * Snapshots as packed layers. Bytes that were packed once (by git oid) stay in the Blob where they are, so opening the
 * next snapshot costs one small Blob with what is new, and an index.
 */
import type { Dependencies } from "../../../app/ports/index.ts";
import type { Oid, SnapshotEntry, SnapshotFiles } from "../../../core/snapshot/index.ts";
import { SANDBOX_ROOT, type PackedLayer } from "../../../protocol/sandbox-files.ts";

interface Place {
  readonly segment: Blob;
  readonly offset: number;
  readonly size: number;
}

export interface Packing {
  /** The files of a snapshot as workers see them. */
  snapshot(id: string, entries: readonly SnapshotEntry[], blobs: readonly SnapshotFiles[]): PackedLayer;
  dependencies(dependencies: Dependencies): PackedLayer;
}

export function createPacking(): Packing {
  const places = new Map<Oid, Place>();
  const packs = new Map<string, PackedLayer>();

  function add(entries: readonly SnapshotEntry[], sources: readonly SnapshotFiles[]): void {
    const fresh: Uint8Array[] = [];
    const added: { readonly oid: Oid; readonly offset: number; readonly size: number }[] = [];
    const seen = new Set<Oid>();
    let offset = 0;
    for (const { oid } of entries) {
      if (places.has(oid) || seen.has(oid)) continue;
      seen.add(oid);
      const bytes = sources.map((source) => source.blobs.get(oid)).find((found) => found !== undefined);
      if (bytes === undefined) continue;
      fresh.push(bytes);
      added.push({ oid, offset, size: bytes.length });
      offset += bytes.length;
    }
    if (added.length === 0) return;
    const segment = new Blob(fresh as BlobPart[]);
    for (const { oid, offset: at, size } of added) places.set(oid, { segment, offset: at, size });
  }

  return {
    snapshot(id, entries, sources) {
      add(entries, sources);
      const segments: Blob[] = [];
      const numbers = new Map<Blob, number>();
      const lines: string[] = [];
      for (const { path, oid, mode } of inOrder(entries, (entry) => entry.path)) {
        const place = places.get(oid);
        if (place === undefined) continue;
        let number = numbers.get(place.segment);
        if (number === undefined) {
          number = segments.length;
          segments.push(place.segment);
          numbers.set(place.segment, number);
        }
        lines.push(`${path}\t${String(number)}\t${String(place.offset)}\t${String(place.size)}\t${mode}\t${oid}`);
      }
      return { id, root: SANDBOX_ROOT, segments, index: new Blob([lines.join("\n")]) };
    },
    dependencies({ digest, files, links = [] }) {
      const known = packs.get(digest);
      if (known !== undefined) return known;
      const lines = inOrder(files.index, ([path]) => path).map(
        ([path, offset, size]) =>
          `${path}\t0\t${String(offset)}\t${String(size)}\t100644\t${digest}:${String(offset)}:${String(size)}`,
      );
      const layer: PackedLayer = {
        id: digest,
        root: SANDBOX_ROOT,
        segments: [files.blob],
        index: new Blob([lines.join("\n")]),
        ...(links.length > 0
          ? { links: new Blob([links.map(({ location, target }) => `${location}\t${target}`).join("\n")]) }
          : {}),
      };
      packs.set(digest, layer);
      return layer;
    },
  };
}

/** A layer's index is looked up by halving it, so its order is a promise. Nearly always it is in order already. */
function inOrder<T>(list: readonly T[], pathOf: (each: T) => string): readonly T[] {
  for (let index = 1; index < list.length; index++) {
    const [a, b] = [list[index - 1], list[index]];
    if (a !== undefined && b !== undefined && pathOf(a) > pathOf(b))
      return [...list].sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1));
  }
  return list;
}
