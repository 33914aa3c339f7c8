/**
 * `crypto.subtle` where the browser hides it: an opaque origin under http is no secure context, Node always is one. Digests
 * come from the hashes of `node:crypto`; for the rest the sandbox has no keys, and says so.
 */
import { builtinCommonJs } from "./builtins.ts";
import { tellLimit } from "./limits.ts";
import { nativeCrypto, reflect } from "./primordials.ts";

const KEYED = "encrypt decrypt sign verify generateKey deriveKey deriveBits importKey exportKey wrapKey unwrapKey".split(" ");
const HASHES: Readonly<Record<string, string>> = { "SHA-1": "sha1", "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512" };

interface Hashing {
  createHash(name: string): { update(bytes: Uint8Array): { digest(): Uint8Array } };
}

async function digest(algorithm: string | { readonly name: string }, data: BufferSource): Promise<ArrayBuffer> {
  const isBytes = ArrayBuffer.isView(data) || (typeof data === "object" && "byteLength" in data);
  if (!isBytes) throw new TypeError("The data to digest must be an ArrayBuffer, Buffer, TypedArray, or DataView");
  const name = (typeof algorithm === "string" ? algorithm : algorithm.name).toUpperCase();
  const hash = HASHES[name];
  if (hash === undefined) throw new DOMException("Unrecognized algorithm name", "NotSupportedError");
  // Taken at once: it may be changed while the digest is awaited.
  const bytes = (
    ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)
  ).slice();
  await Promise.resolve();
  const { createHash } = builtinCommonJs("crypto", "by-engine") as Hashing;
  return new Uint8Array(createHash(hash).update(bytes).digest()).buffer;
}

export function provideSubtle(): void {
  if ((nativeCrypto as { readonly subtle?: unknown }).subtle !== undefined) return;
  const missing = (name: string): [string, unknown] => [
    name,
    () => {
      tellLimit(`crypto.subtle.${name}`);
      return Promise.reject(new Error(`crypto.subtle.${name} is not there in the embedded sandbox`));
    },
  ];
  const subtle = { ...Object.fromEntries(KEYED.map(missing)), digest };
  reflect.defineProperty(nativeCrypto, "subtle", { value: subtle, configurable: true, writable: true, enumerable: true });
}
