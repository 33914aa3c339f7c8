/**
 * Reading of packed layers inside a worker: an index that is parsed when first needed and bytes that are read by slice.
 * Prevents two mistakes: cloning a repository's files into every worker, and one blob read a file (a package's files
 * stand together in the pack, so they are read together).
 */
import type { PackedLayer } from "../../src/protocol/sandbox-files.ts";

interface Entry {
  readonly segment: Blob;
  readonly offset: number;
  readonly size: number;
  readonly mode: string;
  readonly key: string;
}

interface ParsedLayer {
  readonly files: ReadonlyMap<string, Entry>;
  readonly directories: ReadonlyMap<string, ReadonlySet<string>>;
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
  list(directory: string): readonly string[];
  paths(): Iterable<string>;
  /** Two files with the same key have the same bytes. */
  contentKey(path: string): string;
}

/** Parsed layers by id: node_modules is the same for every snapshot, and its index has tens of thousands of lines. */
export interface LayerCache {
  layer(layer: PackedLayer): ParsedLayer;
  read(entry: Entry): Uint8Array;
  forget(id: string): void;
}

export function createLayerCache(reader: BlobReader): LayerCache {
  const decoder = new TextDecoder();
  const parsed = new Map<string, ParsedLayer>();
  const chunks = new WeakMap<Blob, Map<number, Uint8Array>>();

  function read({ segment, offset, size }: Entry): Uint8Array {
    if (size === 0) return new Uint8Array(0);
    if (size > CHUNK / 4) return new Uint8Array(reader.readAsArrayBuffer(segment.slice(offset, offset + size)));
    const number = Math.floor(offset / CHUNK);
    const within = offset - number * CHUNK;
    let known = chunks.get(segment);
    if (known === undefined) chunks.set(segment, (known = new Map()));
    let chunk = known.get(number);
    if (chunk === undefined) {
      // A quarter over, so that a small file that crosses the border is whole in the chunk where it begins.
      chunk = new Uint8Array(reader.readAsArrayBuffer(segment.slice(number * CHUNK, number * CHUNK + CHUNK + CHUNK / 4)));
      known.set(number, chunk);
    }
    return chunk.subarray(within, within + size);
  }

  function parse({ root, segments, index }: PackedLayer): ParsedLayer {
    const files = new Map<string, Entry>();
    const directories = new Map<string, Set<string>>();
    const text = decoder.decode(reader.readAsArrayBuffer(index));
    for (const line of text === "" ? [] : text.split("\n")) {
      const [path = "", segment = "", offset = "", size = "", mode = "100644", key = ""] = line.split("\t");
      const blob = segments[Number(segment)];
      if (blob === undefined) throw new Error(`a layer has no segment ${segment}`);
      const absolute = `${root}/${path}`;
      files.set(absolute, { segment: blob, offset: Number(offset), size: Number(size), mode, key });
      link(directories, absolute);
    }
    followLinks(files, directories);
    return { files, directories };
  }

  /** A symbolic link reads as what it points to, be it a file or a directory of the same layer. */
  function followLinks(files: Map<string, Entry>, directories: Map<string, Set<string>>): void {
    for (const [path, entry] of [...files]) {
      if (entry.mode !== "120000") continue;
      const target = normalise(`${path.slice(0, path.lastIndexOf("/"))}/${decoder.decode(read(entry))}`);
      const file = files.get(target);
      if (file !== undefined) files.set(path, file);
      else if (directories.has(target)) {
        files.delete(path);
        for (const [under, state] of [...files]) {
          if (!under.startsWith(`${target}/`)) continue;
          const linked = path + under.slice(target.length);
          files.set(linked, state);
          link(directories, linked);
        }
      }
    }
  }

  return {
    read,
    layer(layer) {
      let known = parsed.get(layer.id);
      if (known === undefined) parsed.set(layer.id, (known = parse(layer)));
      return known;
    },
    forget: (id) => void parsed.delete(id),
  };
}

function link(directories: Map<string, Set<string>>, path: string): void {
  for (let child = path; ;) {
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

/** Later layers hide earlier ones. */
export function createFileView(layers: readonly PackedLayer[], cache: LayerCache): FileView {
  const decoder = new TextDecoder();
  let parsed: readonly ParsedLayer[] | undefined;
  const all = (): readonly ParsedLayer[] => (parsed ??= layers.map((layer) => cache.layer(layer)).reverse());

  function find(path: string): Entry | undefined {
    for (const { files } of all()) {
      const entry = files.get(path);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }
  function entryOf(path: string): Entry {
    const entry = find(path);
    if (entry === undefined)
      throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: "ENOENT" });
    return entry;
  }

  return {
    isFile: (path) => find(path) !== undefined,
    isDirectory: (path) => path === "/" || all().some(({ directories }) => directories.has(path)),
    read: (path) => cache.read(entryOf(path)),
    text: (path) => decoder.decode(cache.read(entryOf(path))),
    mode: (path) => entryOf(path).mode,
    list: (directory) => [...new Set(all().flatMap(({ directories }) => [...(directories.get(directory) ?? [])]))],
    *paths() {
      for (const { files } of all()) yield* files.keys();
    },
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
