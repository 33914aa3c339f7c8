/**
 * Git's own object formats, to the byte: an oid is the SHA-1 of `<type> <length>\0<content>`, a tree is a sorted list
 * of `<mode> <name>\0<20 bytes>` (gitformat-pack(5), git-mktree(1)). Names are held one character a byte, since git
 * stores bytes: a name that isn't UTF-8 must come out again as it went in, or the tree gets another oid.
 */
import { sha1 } from "@noble/hashes/legacy.js";
import { oidOf, type Oid } from "../core/snapshot/index.ts";

export type ObjectType = "blob" | "tree" | "commit" | "tag";

/** A byte string: one character (0–255) a byte. */
export type ByteString = string;

export interface TreeEntry {
  /** Octal as git writes it, without a leading zero: `100644`, `100755`, `120000`, `40000`, `160000`. */
  readonly mode: string;
  readonly name: ByteString;
  readonly oid: Oid;
}

export const TREE_MODE = "40000";
export const SUBMODULE_MODE = "160000";
export const EMPTY_TREE = oidOf("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
export const EMPTY_BLOB = oidOf("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
export const ZERO_OID = oidOf("0".repeat(40));

const encoder = new TextEncoder();
const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export const utf8 = (text: string): Uint8Array => encoder.encode(text);

/** The text, or null where the bytes are not UTF-8. A BOM stays in it. */
export function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return null;
  }
}

export function byteString(bytes: Uint8Array): ByteString {
  let out = "";
  // In slices, since an argument list is limited.
  for (let at = 0; at < bytes.length; at += 8192) out += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return out;
}

export function bytesOf(text: ByteString): Uint8Array {
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i);
  return out;
}

// eslint-disable-next-line no-control-regex -- "plain ASCII" is the question
const ASCII = /^[\x00-\x7f]*$/;
export const toByteString = (text: string): ByteString => (ASCII.test(text) ? text : byteString(utf8(text)));
export const fromByteString = (text: ByteString): string | null => (ASCII.test(text) ? text : strictUtf8(bytesOf(text)));

const HEX = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));
export function hexOf(bytes: Uint8Array): string {
  let out = "";
  for (const byte of bytes) out += HEX[byte] ?? "";
  return out;
}

export function bytesOfHex(hex: string): Uint8Array {
  const out = new Uint8Array(hex.length / 2);
  for (let i = 0; i < out.length; i++) out[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return out;
}

export function hashObject(type: ObjectType, content: Uint8Array): Oid {
  return sha1
    .create()
    .update(utf8(`${type} ${String(content.length)}\0`))
    .update(content)
    .digest()
    .reduce((hex, byte) => hex + (HEX[byte] ?? ""), "") as Oid;
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Git's order: by bytes, a folder as if its name ended in `/`. */
export function compareTreeEntries(a: TreeEntry, b: TreeEntry): number {
  const left = a.mode === TREE_MODE ? `${a.name}/` : a.name;
  const right = b.mode === TREE_MODE ? `${b.name}/` : b.name;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Sorts, then writes. */
export function encodeTree(entries: readonly TreeEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const entry of [...entries].sort(compareTreeEntries)) {
    parts.push(bytesOf(`${entry.mode} ${entry.name}\0`), bytesOfHex(entry.oid));
  }
  return concatBytes(parts);
}

/** null: these are not the bytes of a tree. */
export function decodeTree(bytes: Uint8Array): readonly TreeEntry[] | null {
  const entries: TreeEntry[] = [];
  let at = 0;
  while (at < bytes.length) {
    const space = bytes.indexOf(0x20, at);
    const nul = space < 0 ? -1 : bytes.indexOf(0, space);
    if (nul < 0 || nul + 21 > bytes.length) return null;
    const mode = byteString(bytes.subarray(at, space)).replace(/^0+/, "");
    if (!/^[0-7]{5,6}$/.test(mode)) return null;
    entries.push({ mode, name: byteString(bytes.subarray(space + 1, nul)), oid: hexOf(bytes.subarray(nul + 1, nul + 21)) as Oid });
    at = nul + 21;
  }
  return entries;
}

export interface CommitFields {
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: { readonly name: string; readonly email: string };
  /** Seconds since the epoch. */
  readonly timestamp: number;
  /** Minutes west of UTC: `-60` is +0100. */
  readonly timezoneOffset: number;
  readonly message: string;
}

/** `+0100` for -60. */
export function timezoneText(offset: number): string {
  const minutes = Math.abs(offset);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${offset > 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

/** What git forbids in an identity (`<`, `>`, newlines, NUL) and trims (leading and trailing punctuation) is taken out. */
export function identityText(raw: string): string {
  return (
    raw
      // eslint-disable-next-line no-control-regex -- control characters are what is being removed
      .replace(/[<>\u0000-\u001f]+/g, " ")
      .replace(/ {2,}/g, " ")
      .replace(/^[\s.,:;"']+|[\s.,:;"']+$/g, "")
  );
}

export function encodeCommit(commit: CommitFields): Uint8Array {
  const name = identityText(commit.author.name) || "unknown";
  const who = `${name} <${identityText(commit.author.email)}> ${String(commit.timestamp)} ${timezoneText(commit.timezoneOffset)}`;
  const message = commit.message.replaceAll("\0", "").replace(/\r\n?/g, "\n").replace(/\s+$/, "");
  return utf8(
    [
      `tree ${commit.tree}`,
      ...commit.parents.map((parent) => `parent ${parent}`),
      `author ${who}`,
      `committer ${who}`,
      "",
      `${message}\n`,
    ].join("\n"),
  );
}

/** The store that engine and exporters work on. Content-addressed: what is put twice is held once. */
export interface ObjectStore {
  blob(oid: Oid): Uint8Array | undefined;
  tree(oid: Oid): readonly TreeEntry[] | undefined;
  putBlob(bytes: Uint8Array): Oid;
  /** Also checks nothing: entries may name blobs that are not held (submodules, files left out for their size). */
  putTree(entries: readonly TreeEntry[]): Oid;
}

export function createObjectStore(): ObjectStore {
  const blobs = new Map<Oid, Uint8Array>();
  const trees = new Map<Oid, readonly TreeEntry[]>([[EMPTY_TREE, []]]);
  return {
    blob: (oid) => blobs.get(oid),
    tree: (oid) => trees.get(oid),
    putBlob: (bytes) => {
      const oid = hashObject("blob", bytes);
      // A copy, unless the bytes own their buffer: a view would keep (and, when cloned to another thread, send) all of it.
      if (!blobs.has(oid)) blobs.set(oid, bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice());
      return oid;
    },
    putTree: (entries) => {
      const sorted = [...entries].sort(compareTreeEntries);
      const oid = hashObject("tree", encodeTree(sorted));
      if (!trees.has(oid)) trees.set(oid, sorted);
      return oid;
    },
  };
}
