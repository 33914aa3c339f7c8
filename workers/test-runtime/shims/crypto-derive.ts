/** Keys from passwords: hkdf, pbkdf2 and scrypt of `node:crypto`, over @noble/hashes. */
import { Buffer } from "node:buffer";
import { hkdf as nobleHkdf } from "@noble/hashes/hkdf.js";
import { pbkdf2 as noblePbkdf2 } from "@noble/hashes/pbkdf2.js";
import { scrypt as nobleScrypt } from "@noble/hashes/scrypt.js";
import { bytesOf, digestNamed, SECRET } from "./crypto-hash.ts";
import { invalidArgument, nodeError, outOfRange } from "./node-error.ts";
import { platform } from "./platform.ts";

type Callback = (error: Error | null, key?: unknown) => void;
const { setImmediate } = platform as unknown as { setImmediate(run: () => void): void };
const INT = 2_147_483_647;

function integer(value: unknown, name: string, lowest: number, highest = INT): number {
  if (typeof value !== "number") throw invalidArgument(name, "number", value);
  if (!Number.isInteger(value)) throw outOfRange(name, "an integer", value);
  if (value < lowest || value > highest) throw outOfRange(name, `>= ${String(lowest)} && <= ${String(highest)}`, value);
  return value;
}

/** Arguments are checked at once and thrown; the work and the answer come later. */
function later(callback: unknown, work: () => unknown): void {
  if (typeof callback !== "function") throw invalidArgument("callback", "function", callback);
  setImmediate(() => {
    (callback as Callback)(null, work());
  });
}
const toBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);

function hkdfWork(digest: unknown, key: unknown, salt: unknown, info: unknown, length: unknown): () => ArrayBuffer {
  const hash = digestNamed(digest);
  const [secret, salted, told] = [bytesOf(key, "ikm", SECRET), bytesOf(salt, "salt", SECRET), bytesOf(info, "info", SECRET)];
  const size = integer(length, "length", 0);
  if (told.length > 1024) throw outOfRange("info", "must not contain more than 1024 bytes", told.length);
  if (size > 255 * hash.outputLen) throw nodeError(RangeError, "ERR_CRYPTO_INVALID_KEYLEN", "Invalid key length");
  return () => {
    const bytes = nobleHkdf(hash as never, secret, salted, told, size);
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  };
}
export const hkdfSync = (...args: Parameters<typeof hkdfWork>): ArrayBuffer => hkdfWork(...args)();
export function hkdf(digest: unknown, key: unknown, salt: unknown, info: unknown, length: unknown, callback: unknown): void {
  later(callback, hkdfWork(digest, key, salt, info, length));
}

function pbkdf2Work(password: unknown, salt: unknown, iterations: unknown, length: unknown, digest: unknown): () => Buffer {
  if (typeof digest !== "string") throw invalidArgument("digest", "string", digest);
  const [secret, salted] = [bytesOf(password, "password", SECRET), bytesOf(salt, "salt", SECRET)];
  const c = integer(iterations, "iterations", 1);
  const dkLen = integer(length, "keylen", 0);
  const hash = digestNamed(digest);
  return () => (dkLen === 0 ? Buffer.alloc(0) : toBuffer(noblePbkdf2(hash as never, secret, salted, { c, dkLen })));
}
export const pbkdf2Sync = (...args: Parameters<typeof pbkdf2Work>): Buffer => pbkdf2Work(...args)();
export function pbkdf2(
  password: unknown,
  salt: unknown,
  iterations: unknown,
  length: unknown,
  digest: unknown,
  callback?: unknown,
): void {
  if (typeof digest === "function") throw invalidArgument("digest", "string", undefined);
  later(callback, pbkdf2Work(password, salt, iterations, length, digest));
}

type ScryptOptions = Readonly<Partial<Record<"N" | "r" | "p" | "cost" | "blockSize" | "parallelization" | "maxmem", number>>>;
function scryptWork(password: unknown, salt: unknown, length: unknown, options: ScryptOptions = {}): () => Buffer {
  const [secret, salted] = [bytesOf(password, "password", SECRET), bytesOf(salt, "salt", SECRET)];
  const dkLen = integer(length, "keylen", 0);
  const N = integer(options.N ?? options.cost ?? 16384, "N", 0);
  const r = integer(options.r ?? options.blockSize ?? 8, "r", 0);
  const p = integer(options.p ?? options.parallelization ?? 1, "p", 0);
  const maxmem = options.maxmem ?? 32 * 1024 * 1024;
  if (N < 2 || (N & (N - 1)) !== 0 || r < 1 || p < 1)
    throw nodeError(RangeError, "ERR_CRYPTO_INVALID_SCRYPT_PARAMS", "Invalid scrypt params");
  if (128 * r * (N + p + 2) > maxmem)
    throw nodeError(
      RangeError,
      "ERR_CRYPTO_INVALID_SCRYPT_PARAMS",
      "Invalid scrypt params: error:030000AC:digital envelope routines::memory limit exceeded",
    );
  return () =>
    dkLen === 0 ? Buffer.alloc(0) : toBuffer(nobleScrypt(secret, salted, { N, r, p, dkLen, maxmem: maxmem + 2 ** 20 }));
}
export const scryptSync = (...args: Parameters<typeof scryptWork>): Buffer => scryptWork(...args)();
export function scrypt(password: unknown, salt: unknown, length: unknown, options: unknown, callback?: unknown): void {
  const given = typeof options === "function" ? {} : (options as ScryptOptions);
  later(typeof options === "function" ? options : callback, scryptWork(password, salt, length, given));
}
