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
  /** Absolute location to absolute target. */
  readonly links: ReadonlyMap<string, string>;
  find(path: string): Entry | undefined;
  isDirectory(path: string): boolean;
  list(directory: string): Iterable<string>;
  paths(): Iterable<string>;
}

/** The part of FileReaderSync that is used; it exists in workers only. */
export interface BlobReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** A read this small takes its neighbours along: one trip to the blob store costs more than the bytes. */
const CHUNK = 1 << 20;
const MODULES = "/node_modules/";
const MAX_LINKS = 20;

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
  /** Where links between packages lead: Node names a module by this, and looks for its packages from there. */
  real(path: string): string;
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

  function parse(layer: PackedLayer): ParsedLayer {
    const text = decoder.decode(reader.readAsArrayBuffer(layer.index));
    const links = linksOf(layer);
    return { ...(text.includes("\t120000\t") ? withLinks(layer, text) : sorted(layer, text)), links };
  }

  function linksOf({ root, links }: PackedLayer): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    if (links === undefined) return found;
    for (const line of decoder.decode(reader.readAsArrayBuffer(links)).split("\n")) {
      const [location, target] = line.split("\t");
      if (location !== undefined && target !== undefined) found.set(`${root}/${location}`, `${root}/${target}`);
    }
    return found;
  }

  /**
   * Looked up in the text as it stands: an index of node_modules has tens of thousands of lines, a run asks for a few
   * hundred, and to take every line apart costs each worker more than the tests do.
   */
  function sorted({ root, segments }: PackedLayer, text: string): Omit<ParsedLayer, "links"> {
    const prefix = `${root}/`;
    /** The start of the first line whose path isn't less than this one. */
    function lowerBound(path: string): number {
      let low = 0;
      let high = text.length;
      while (low < high) {
        const middle = text.lastIndexOf("\n", ((low + high) >> 1) - 1) + 1;
        const line = Math.max(low, middle);
        if (text.slice(line, text.indexOf("\t", line)) < path) {
          const next = text.indexOf("\n", line);
          low = next < 0 ? text.length : next + 1;
        } else high = line;
      }
      return low;
    }
    function* under(directory: string): Generator<string> {
      const start = directory === root ? "" : directory.startsWith(prefix) ? `${directory.slice(prefix.length)}/` : null;
      if (start === null) {
        if (directory === "/" || root.startsWith(`${directory}/`))
          yield root.slice(directory === "/" ? 1 : directory.length + 1).split("/")[0] ?? "";
        return;
      }
      for (let line = lowerBound(start); line < text.length;) {
        if (!text.startsWith(start, line)) return;
        const path = text.slice(line + start.length, text.indexOf("\t", line));
        const slash = path.indexOf("/");
        const name = slash < 0 ? path : path.slice(0, slash);
        yield name;
        // Everything below a directory is one name: "0" is the character after "/".
        if (slash >= 0) line = lowerBound(`${start}${name}0`);
        else {
          const next = text.indexOf("\n", line);
          line = next < 0 ? text.length : next + 1;
        }
      }
    }
    return {
      find(path) {
        if (!path.startsWith(prefix)) return undefined;
        const start = path.slice(prefix.length);
        const line = lowerBound(start);
        if (!text.startsWith(`${start}\t`, line)) return undefined;
        const end = text.indexOf("\n", line);
        return entryOf(segments, text.slice(line, end < 0 ? text.length : end));
      },
      isDirectory(path) {
        if (path === root || root.startsWith(`${path}/`)) return text !== "";
        if (!path.startsWith(prefix)) return false;
        const start = `${path.slice(prefix.length)}/`;
        return text.startsWith(start, lowerBound(start));
      },
      list: under,
      *paths() {
        for (const line of text === "" ? [] : text.split("\n")) yield prefix + line.slice(0, line.indexOf("\t"));
      },
    };
  }

  function entryOf(segments: readonly Blob[], line: string): Entry {
    const [, segment = "", offset = "", size = "", mode = "100644", key = ""] = line.split("\t");
    const blob = segments[Number(segment)];
    if (blob === undefined) throw new Error(`a layer has no segment ${segment}`);
    return { segment: blob, offset: Number(offset), size: Number(size), mode, key };
  }

  function withLinks({ root, segments }: PackedLayer, text: string): Omit<ParsedLayer, "links"> {
    const files = new Map<string, Entry>();
    const directories = new Map<string, Set<string>>();
    for (const line of text.split("\n")) {
      const absolute = `${root}/${line.slice(0, line.indexOf("\t"))}`;
      files.set(absolute, entryOf(segments, line));
      link(directories, absolute);
    }
    followLinks(files, directories);
    return {
      find: (path) => files.get(path),
      isDirectory: (path) => directories.has(path),
      list: (directory) => directories.get(directory) ?? [],
      paths: () => files.keys(),
    };
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
  const found = new Map<string, Entry | null>();
  const directories = new Map<string, boolean>();
  const all = (): readonly ParsedLayer[] => (parsed ??= layers.map((layer) => cache.layer(layer)).reverse());

  /** A link stands for a package's folder, so only what lies behind a `node_modules/` can be one. */
  function real(path: string): string {
    if (!path.includes("/node_modules/")) return path;
    let current = path;
    for (let hops = 0; hops < MAX_LINKS; hops++) {
      const next = step(current);
      if (next === null) return current;
      current = next;
    }
    return path;
  }
  function step(path: string): string | null {
    for (let at = path.indexOf(MODULES); at >= 0; at = path.indexOf(MODULES, at + 1)) {
      const name = at + MODULES.length;
      const first = path.indexOf("/", name);
      const end = path[name] === "@" && first >= 0 ? path.indexOf("/", first + 1) : first;
      const location = end < 0 ? path : path.slice(0, end);
      for (const { links } of all()) {
        const target = links.size === 0 ? undefined : links.get(location);
        if (target !== undefined) return end < 0 ? target : target + path.slice(end);
      }
    }
    return null;
  }

  function find(path: string): Entry | undefined {
    // What a run asks for is asked again and again, by every import of every file.
    const known = found.get(path);
    if (known !== undefined) return known ?? undefined;
    const place = real(path);
    for (const layer of all()) {
      const entry = layer.find(place);
      if (entry === undefined) continue;
      found.set(path, entry);
      return entry;
    }
    found.set(path, null);
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
    isDirectory(path) {
      let known = directories.get(path);
      if (known === undefined)
        directories.set(path, (known = path === "/" || all().some((layer) => layer.isDirectory(real(path)))));
      return known;
    },
    read: (path) => cache.read(entryOf(path)),
    text: (path) => decoder.decode(cache.read(entryOf(path))),
    mode: (path) => entryOf(path).mode,
    list: (directory) => [...new Set(all().flatMap((layer) => [...layer.list(real(directory))]))],
    *paths() {
      for (const layer of all()) yield* layer.paths();
    },
    contentKey: (path) => entryOf(path).key,
    real,
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
