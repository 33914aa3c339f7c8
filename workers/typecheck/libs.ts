/** TypeScript's own lib.*.d.ts files as a pack: 4 bytes little-endian header length, header JSON, bytes. */
import { layerOf, type FileRef, type Layer } from "./file-tree.ts";

export const OWN_LIBS = "/__typescript__";

export function libsFromPack(pack: Uint8Array): Layer {
  const length = new DataView(pack.buffer, pack.byteOffset, pack.byteLength).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(pack.subarray(4, 4 + length))) as {
    readonly index: readonly (readonly [name: string, offset: number, size: number])[];
  };
  const start = 4 + length;
  const files = new Map<string, FileRef>();
  for (const [name, offset, size] of header.index) {
    files.set(`${OWN_LIBS}/${name}`, { key: `lib:${name}`, read: () => pack.subarray(start + offset, start + offset + size) });
  }
  return layerOf(files);
}
