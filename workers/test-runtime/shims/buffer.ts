/** `node:buffer`: unenv's Buffer, with the encoding base64url and the functions beside it. */
import type * as NodeBuffer from "node:buffer";
import * as untyped from "unenv/node/buffer";
import { invalidArgument } from "./node-error.ts";

const unenv = untyped as unknown as typeof NodeBuffer;
type Method = (this: unknown, ...args: unknown[]) => unknown;
const call = Reflect.apply;
const isUrl = (encoding: unknown): boolean => typeof encoding === "string" && encoding.toLowerCase() === "base64url";

/** Read as base64, since that takes both alphabets. The first argument is the text, whatever it says. */
function readAsBase64(holder: object, names: readonly string[]): void {
  for (const name of names) {
    const method = (holder as Record<string, Method>)[name];
    if (method === undefined) throw new Error(`no Buffer method ${name}`);
    put(holder, name, function (this: unknown, ...args: unknown[]): unknown {
      for (let index = 1; index < args.length; index++) if (isUrl(args[index])) args[index] = "base64";
      return call(method, this, args);
    });
  }
}
function put(holder: object, name: string, method: Method): void {
  Object.defineProperty(method, "name", { value: name });
  Object.defineProperty(holder, name, { value: method, writable: true, configurable: true, enumerable: true });
}

// The one that stands on the global scope: the runtime has put it there before anything else.
const { Buffer } = unenv;
readAsBase64(Buffer, ["from", "alloc", "byteLength"]);
readAsBase64(Buffer.prototype, ["write", "fill", "indexOf", "lastIndexOf", "includes"]);
const { toString } = Buffer.prototype as unknown as { toString: Method };
put(Buffer.prototype, "toString", function (this: unknown, ...args: unknown[]): unknown {
  if (!isUrl(args[0])) return call(toString, this, args);
  return (call(toString, this, ["base64", ...args.slice(1)]) as string)
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
});
const { isEncoding } = Buffer as unknown as { isEncoding: Method };
put(
  Buffer,
  "isEncoding",
  (encoding) => isUrl(encoding) || (typeof encoding === "string" && call(isEncoding, Buffer, [encoding]) === true),
);

const { Blob, File, TextDecoder } = globalThis;

function bytesOf(input: unknown): Uint8Array {
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  if (input instanceof ArrayBuffer) return new Uint8Array(input);
  throw invalidArgument("input", ["ArrayBuffer", "Buffer", "TypedArray"], input);
}

export const isAscii = (input: unknown): boolean => bytesOf(input).every((byte) => byte < 128);
export function isUtf8(input: unknown): boolean {
  const bytes = bytesOf(input);
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const TRANSCODED: Readonly<Record<string, string>> = {
  utf8: "utf8",
  "utf-8": "utf8",
  ucs2: "utf16le",
  "ucs-2": "utf16le",
  utf16le: "utf16le",
  "utf-16le": "utf16le",
  latin1: "latin1",
  binary: "latin1",
  ascii: "ascii",
};

/** What the target can't hold becomes a question mark. */
export function transcode(source: unknown, from: unknown, to: unknown): Uint8Array {
  if (!(source instanceof Uint8Array)) throw invalidArgument("source", ["Buffer", "Uint8Array"], source);
  const [before, after] = [from, to].map((encoding) => TRANSCODED[String(encoding).toLowerCase()]);
  if (before === undefined || after === undefined)
    throw Object.assign(new Error("Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]"), {
      code: "U_ILLEGAL_ARGUMENT_ERROR",
      errno: 1,
    });
  const text = call(toString, Buffer.from(source), [before]) as string;
  const highest = after === "ascii" ? 0x7f : after === "latin1" ? 0xff : Infinity;
  const held =
    highest === Infinity ? text : Array.from(text, (sign) => ((sign.codePointAt(0) ?? 0) > highest ? "?" : sign)).join("");
  return Buffer.from(held, after as BufferEncoding);
}

export const kMaxLength = 2 ** 32;
export const kStringMaxLength = 2 ** 29 - 24;
export const constants = { MAX_LENGTH: kMaxLength, MAX_STRING_LENGTH: kStringMaxLength };
export const { INSPECT_MAX_BYTES, atob, btoa, resolveObjectURL } = unenv;
export const { SlowBuffer } = untyped as { readonly SlowBuffer: unknown };
export { Blob, Buffer, File };
export default {
  Blob,
  Buffer,
  File,
  INSPECT_MAX_BYTES,
  SlowBuffer,
  atob,
  btoa,
  constants,
  isAscii,
  isUtf8,
  kMaxLength,
  kStringMaxLength,
  resolveObjectURL,
  transcode,
};
