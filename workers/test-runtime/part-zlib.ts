/* The part "zlib": browserify-zlib, with Node's `constants` and crc32. Brotli is in no browser. */
import zlib from "browserify-zlib";
import { Buffer } from "node:buffer";
import { invalidArgument, outOfRange } from "./shims/node-error.ts";

const own = zlib as Record<string, unknown>;
const numbers = Object.fromEntries(
  Object.entries(own).filter(([name, value]) => name.startsWith("Z_") && typeof value === "number"),
);
const constants = Object.freeze({
  ...numbers,
  Z_MAX_CHUNK: Infinity,
  DEFLATE: 1,
  INFLATE: 2,
  GZIP: 3,
  GUNZIP: 4,
  DEFLATERAW: 5,
  INFLATERAW: 6,
  UNZIP: 7,
  BROTLI_DECODE: 8,
  BROTLI_ENCODE: 9,
});

const table = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  return value >>> 0;
});

function crc32(data: unknown, start: unknown = 0): number {
  if (typeof start !== "number") throw invalidArgument("value", "number", start);
  if (!Number.isInteger(start) || start < 0 || start > 0xffffffff) throw outOfRange("value", ">= 0 && <= 4294967295", start);
  if (typeof data !== "string" && !ArrayBuffer.isView(data))
    throw invalidArgument("data", ["string", "Buffer", "TypedArray", "DataView"], data);
  const bytes = typeof data === "string" ? Buffer.from(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  let crc = ~start >>> 0;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

export default {
  ...own,
  constants,
  crc32,
};
