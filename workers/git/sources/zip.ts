/**
 * Reads a zip by its central directory (APPNOTE 4.3.12): names, Unix modes and sizes stand only there. Every entry is
 * checked against its CRC-32 and its declared size, so a bomb ends where it lies.
 */
import { inflateSync } from "fflate";
import { fail } from "../open-failure.ts";
import { megabytes } from "./context.ts";
import type { LocalFile } from "./local-tree.ts";

const AGAIN = "Make the archive anew, or open a tar.gz, a bundle or the folder.";
/** All entries together, inflated. */
export const INFLATED_LIMIT = 1024 * 1024 * 1024;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

export function readZip(bytes: Uint8Array): readonly LocalFile[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - 22 - 65_536 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) fail("corrupt", "This is not a zip file, or it was cut off.", AGAIN);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count === 0xffff || at === 0xffffffff)
    fail("too-large", "This zip is of the 64 bit kind (more than 65,535 files or 4 GB).", AGAIN);
  const files: LocalFile[] = [];
  let total = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50)
      fail("corrupt", "The list of files in this zip is damaged.", AGAIN);
    const field = (offset: number, wide: boolean): number =>
      wide ? view.getUint32(at + offset, true) : view.getUint16(at + offset, true);
    const [madeBy, flags, method, crc, packed, size] = [
      field(4, false),
      field(8, false),
      field(10, false),
      field(16, true),
      field(20, true),
      field(24, true),
    ];
    const [nameLength, extraLength, commentLength] = [field(28, false), field(30, false), field(32, false)];
    const [external, local] = [field(38, true), field(42, true)];
    const nameBytes = bytes.subarray(at + 46, at + 46 + nameLength);
    at += 46 + nameLength + extraLength + commentLength;
    const path = nameOf(nameBytes, (flags & 0x800) !== 0);
    if (path.endsWith("/")) continue;
    if ((flags & 1) !== 0) fail("corrupt", `${path} is encrypted.`, AGAIN);
    if (method !== 0 && method !== 8)
      fail("corrupt", `${path} is packed by a method that is not read here (${String(method)}).`, AGAIN);
    total += size;
    if (total > INFLATED_LIMIT)
      fail("too-large", `Unpacked, this archive is larger than ${megabytes(INFLATED_LIMIT)}.`, "Leave out what is not needed.");
    // Made on Unix: the mode is in the upper half.
    const unix = madeBy >> 8 === 3 ? external >>> 16 : 0;
    const mode = (unix & 0o170000) === 0o120000 ? "120000" : (unix & 0o100) === 0 ? "100644" : "100755";
    files.push({
      path,
      mode,
      bytes: () => Promise.resolve().then(() => contentOf(bytes, view, { path, local, packed, size, method, crc })),
    });
  }
  return files;
}

/** UTF-8 where it says so or is; else code page 437, of which only ASCII is safe to guess. */
function nameOf(bytes: Uint8Array, isUtf8: boolean): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll("\\", "/");
  } catch {
    return fail("corrupt", `A name in this zip is not ${isUtf8 ? "valid " : ""}UTF-8.`, AGAIN);
  }
}

function contentOf(
  bytes: Uint8Array,
  view: DataView,
  entry: {
    readonly path: string;
    readonly local: number;
    readonly packed: number;
    readonly size: number;
    readonly method: number;
    readonly crc: number;
  },
): Uint8Array {
  const damaged = (): never => fail("corrupt", `${entry.path} is damaged in this zip.`, AGAIN);
  if (entry.local + 30 > bytes.length || view.getUint32(entry.local, true) !== 0x04034b50) return damaged();
  const start = entry.local + 30 + view.getUint16(entry.local + 26, true) + view.getUint16(entry.local + 28, true);
  const packed = bytes.subarray(start, start + entry.packed);
  if (packed.length !== entry.packed) return damaged();
  let content: Uint8Array;
  try {
    content = entry.method === 0 ? packed.slice() : inflateSync(packed, { out: new Uint8Array(entry.size) });
  } catch {
    return damaged();
  }
  return content.length === entry.size && crc32(content) === entry.crc ? content : damaged();
}
