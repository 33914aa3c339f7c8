/** Hash and Hmac of `node:crypto` over @noble/hashes: all of Node's usual digests, copies, and errors for a second digest. */
import { Buffer } from "node:buffer";
import { Transform } from "node:stream";
import { blake2b, blake2s } from "@noble/hashes/blake2.js";
import { hmac } from "@noble/hashes/hmac.js";
import { md5, ripemd160, sha1 } from "@noble/hashes/legacy.js";
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from "@noble/hashes/sha2.js";
import { sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256 } from "@noble/hashes/sha3.js";
import { invalidArgument, nodeError } from "./node-error.ts";

export interface State {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
  clone(): State;
}
export interface NobleHash {
  (bytes: Uint8Array): Uint8Array;
  create(options?: object): State;
  readonly outputLen: number;
  readonly blockLen: number;
}

const HASHES: Readonly<Record<string, unknown>> = {
  blake2b512: blake2b,
  blake2s256: blake2s,
  md5,
  ripemd: ripemd160,
  ripemd160,
  rmd160: ripemd160,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
  "sha512-224": sha512_224,
  "sha512-256": sha512_256,
  "sha3-224": sha3_224,
  "sha3-256": sha3_256,
  "sha3-384": sha3_384,
  "sha3-512": sha3_512,
  shake128,
  shake256,
};
const SIGNED = ["MD5", "RIPEMD160", "SHA1", "SHA224", "SHA256", "SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512", "SHA384", "SHA512"];

export const getHashes = (): string[] => [...SIGNED.map((name) => `RSA-${name}`), ...Object.keys(HASHES)].sort();

export function hashNamed(name: unknown, what: string): NobleHash | undefined {
  if (typeof name !== "string") throw invalidArgument(what, "string", name);
  const plain = name
    .toLowerCase()
    .replace(/^rsa-/, "")
    .replace("sha512/", "sha512-")
    .replace(/^sha-(1|224|256|384|512)$/, "sha$1");
  return Object.hasOwn(HASHES, plain) ? (HASHES[plain] as NobleHash) : undefined;
}

export function digestNamed(name: unknown): NobleHash {
  const hash = hashNamed(name, "digest");
  if (hash === undefined) throw nodeError(TypeError, "ERR_CRYPTO_INVALID_DIGEST", `Invalid digest: ${String(name)}`);
  return hash;
}

/** Bytes of a key, a salt or data; text is UTF-8 unless it is said otherwise. */
export function bytesOf(value: unknown, what: string, expected: readonly string[], encoding?: unknown): Uint8Array {
  if (typeof value === "string")
    return Buffer.from(value, (encoding === "buffer" ? "utf8" : encoding) as BufferEncoding | undefined);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (expected.includes("ArrayBuffer") && (value instanceof ArrayBuffer || value instanceof SharedArrayBuffer))
    return new Uint8Array(value);
  throw invalidArgument(what, expected, value);
}
export const DATA = ["string", "Buffer", "TypedArray", "DataView"] as const;
export const SECRET = ["string", "ArrayBuffer", "Buffer", "TypedArray", "DataView"] as const;
export const outcome = (bytes: Uint8Array, encoding: unknown): unknown => {
  const buffer = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  return typeof encoding === "string" && encoding !== "buffer" ? buffer.toString(encoding as BufferEncoding) : buffer;
};

type Done = (error?: Error | null) => void;

class Digest extends Transform {
  protected state: State;
  protected finished = false;
  constructor(state: State, options: object | undefined) {
    super(options);
    this.state = state;
    for (const name of ["state", "finished"]) Object.defineProperty(this, name, { enumerable: false });
  }
  update(data: unknown, encoding?: unknown): this {
    if (this.finished) throw nodeError(Error, "ERR_CRYPTO_HASH_FINALIZED", "Digest already called");
    this.state.update(bytesOf(data, "data", DATA, encoding));
    return this;
  }
  override _transform(chunk: unknown, encoding: string, done: Done): void {
    this.state.update(bytesOf(chunk, "data", DATA, encoding));
    done();
  }
  override _flush(done: Done): void {
    this.push(this.digest());
    done();
  }
  digest(encoding?: unknown): unknown {
    if (this.finished) throw nodeError(Error, "ERR_CRYPTO_HASH_FINALIZED", "Digest already called");
    this.finished = true;
    return outcome(this.state.digest(), encoding);
  }
}

interface HashOptions {
  readonly outputLength?: number;
}

export class Hash extends Digest {
  #length: number | undefined;
  constructor(algorithm: unknown, options?: HashOptions) {
    if (algorithm instanceof Hash) {
      super(algorithm.state.clone(), options);
      this.#length = algorithm.#length;
      return;
    }
    const hash = hashNamed(algorithm, "algorithm");
    if (hash === undefined) throw new Error("Digest method not supported");
    const extends_ = /^shake/i.test(String(algorithm));
    const length = options?.outputLength;
    if (length !== undefined && !extends_ && length !== hash.outputLen)
      throw new Error("Unsupported state or unable to authenticate");
    super(hash.create(extends_ && length !== undefined ? { dkLen: length } : undefined), options);
    this.#length = length;
  }
  copy(options?: HashOptions): Hash {
    if (this.finished) throw nodeError(Error, "ERR_CRYPTO_HASH_FINALIZED", "Digest already called");
    return new Hash(this, options);
  }
}

export class Hmac extends Digest {
  constructor(algorithm: unknown, key: unknown, options?: { readonly encoding?: string }) {
    if (typeof algorithm !== "string") throw invalidArgument("hmac", "string", algorithm);
    const secret = bytesOf(key, "key", [...SECRET, "KeyObject", "CryptoKey"], options?.encoding);
    const hash = hashNamed(algorithm, "hmac");
    if (hash === undefined) throw nodeError(TypeError, "ERR_CRYPTO_INVALID_DIGEST", `Invalid digest: ${algorithm}`);
    super(hmac.create(hash as never, secret), options);
  }
  /** A second digest is an empty one, which is how Node has it. */
  override digest(encoding?: unknown): unknown {
    return this.finished ? outcome(new Uint8Array(0), encoding) : super.digest(encoding);
  }
}

export const createHash = (algorithm: unknown, options?: HashOptions): Hash => new Hash(algorithm, options);
export const createHmac = (algorithm: unknown, key: unknown, options?: { readonly encoding?: string }): Hmac =>
  new Hmac(algorithm, key, options);
export const hash = (algorithm: unknown, input: unknown, encoding: unknown = "hex"): unknown =>
  outcome(
    new Hash(algorithm).update(bytesOf(input, "input", ["Buffer", "TypedArray", "DataView", "string"])).digest() as Uint8Array,
    encoding,
  );
