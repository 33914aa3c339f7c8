/**
 * Reading of packed layers inside a worker: an index that is parsed when first needed and bytes that are read by slice.
 * Prevents two mistakes: cloning a repository's files into every worker, and one blob read a file (a package's files
 * stand together in the pack, so they are read together).
 */
import type { PackedLayer } from "../../src/protocol/sandbox-files.ts";

interface Entry {
  readonly layer: number;
  readonly segment: number;
  readonly offset: number;
  readonly size: number;
  readonly mode: string;
  readonly key: string;
}

/** The part of FileReaderSync that is used; it exists in workers only. */
export interface BlobReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** A read this small takes its neighbours along: one trip to the blob store costs more than the bytes. */
const CHUNK = 1 << 20;

export interface FileView {
  isFile(path: string): boolean;
  isDirectory(path: string): boolean;
  read(path: string): Uint8Array;
  text(path: string): string;
  mode(path: string): string;
  /** Size in bytes, without reading. */
  size(path: string): number;
  list(directory: string): readonly string[];
  paths(): Iterable<string>;
  /** Two files with the same key have the same bytes. */
  contentKey(path: string): string;
}

export function createFileView(layers: readonly PackedLayer[], reader: BlobReader): FileView {
  const decoder = new TextDecoder();
  const files = new Map<string, Entry>();
  const directories = new Map<string, Set<string>>();
  const chunks = new Map<string, Uint8Array>();
  let indexed = false;

  function link(path: string): void {
    let child = path;
    for (;;) {
      const slash = child.lastIndexOf("/");
      if (slash < 0 || child === "/") return;
      const parent = slash === 0 ? "/" : child.slice(0, slash);
      const known = directories.get(parent);
      if (known !== undefined) {
        known.add(child.slice(slash + 1));
        return;
      }
      directories.set(parent, new Set([child.slice(slash + 1)]));
      child = parent;
    }
  }

  function index(): void {
    if (indexed) return;
    indexed = true;
    layers.forEach((layer, number) => {
      const text = decoder.decode(reader.readAsArrayBuffer(layer.index));
      if (text === "") return;
      for (const line of text.split("\n")) {
        const [path = "", segment = "", offset = "", size = "", mode = "100644", key = ""] = line.split("\t");
        const absolute = `${layer.root}/${path}`;
        files.set(absolute, { layer: number, segment: Number(segment), offset: Number(offset), size: Number(size), mode, key });
        link(absolute);
      }
    });
    resolveLinks();
  }

  /** A symbolic link inside the repository reads as what it points to (one level of directories, any chain of files). */
  function resolveLinks(): void {
    for (const [path, entry] of files) {
      if (entry.mode !== "120000") continue;
      const target = normalise(`${path.slice(0, path.lastIndexOf("/"))}/${decoder.decode(slice(entry))}`);
      const file = files.get(target);
      if (file !== undefined) files.set(path, file);
      else if (directories.has(target)) {
        files.delete(path);
        for (const [under, state] of [...files]) {
          if (!under.startsWith(`${target}/`)) continue;
          const linked = path + under.slice(target.length);
          files.set(linked, state);
          link(linked);
        }
      }
    }
  }

  function slice(entry: Entry): Uint8Array {
    if (entry.size === 0) return new Uint8Array(0);
    const segment = layers[entry.layer]?.segments[entry.segment];
    if (segment === undefined) throw new Error(`layer ${String(entry.layer)} has no segment ${String(entry.segment)}`);
    if (entry.size > CHUNK / 4)
      return new Uint8Array(reader.readAsArrayBuffer(segment.slice(entry.offset, entry.offset + entry.size)));
    const number = Math.floor(entry.offset / CHUNK);
    const within = entry.offset - number * CHUNK;
    const key = `${String(entry.layer)}:${String(entry.segment)}:${String(number)}`;
    let chunk = chunks.get(key);
    if (chunk === undefined) {
      // A quarter over, so that a small file that crosses the border is whole in the chunk where it begins.
      chunk = new Uint8Array(reader.readAsArrayBuffer(segment.slice(number * CHUNK, number * CHUNK + CHUNK + CHUNK / 4)));
      chunks.set(key, chunk);
    }
    return chunk.subarray(within, within + entry.size);
  }

  function entryOf(path: string): Entry {
    index();
    const entry = files.get(path);
    if (entry === undefined)
      throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: "ENOENT" });
    return entry;
  }

  return {
    isFile: (path) => (index(), files.has(path)),
    isDirectory: (path) => (index(), path === "/" || directories.has(path)),
    read: (path) => slice(entryOf(path)),
    text: (path) => decoder.decode(slice(entryOf(path))),
    mode: (path) => entryOf(path).mode,
    size: (path) => entryOf(path).size,
    list: (directory) => (index(), [...(directories.get(directory) ?? [])]),
    paths: () => (index(), files.keys()),
    contentKey: (path) => entryOf(path).key,
  };
}

/** Joins `.` and `..` away; absolute in, absolute out. */
export function normalise(path: string): string {
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") out.pop();
    else out.push(part);
  }
  return `/${out.join("/")}`;
}
