/**
 * A read-only file system in layers: a snapshot over the dependencies over TypeScript's own libs. Bytes are read when
 * asked for, since most of node_modules never is. Symbolic links are followed here, so that a path can't leave the root.
 */
export interface FileRef {
  /** Names the content: equal keys mean equal bytes. */
  readonly key: string;
  readonly read: () => Uint8Array;
}

export interface Layer {
  readonly files: ReadonlyMap<string, FileRef>;
  /** Directory to the names in it. */
  readonly directories: ReadonlyMap<string, ReadonlySet<string>>;
}

export function layerOf(files: ReadonlyMap<string, FileRef>): Layer {
  const directories = new Map<string, Set<string>>();
  for (const path of files.keys()) {
    let child = path;
    for (;;) {
      const slash = child.lastIndexOf("/");
      if (slash < 0) break;
      const parent = slash === 0 ? "/" : child.slice(0, slash);
      const name = child.slice(slash + 1);
      const known = directories.get(parent);
      if (known !== undefined) {
        known.add(name);
        break;
      }
      directories.set(parent, new Set([name]));
      if (slash === 0) break;
      child = parent;
    }
  }
  return { files, directories };
}

const NOTHING: FileRef = { key: "", read: () => new Uint8Array() };
const MAX_LINKS = 40;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const utf16le = new TextDecoder("utf-16le");

/** As TypeScript's own `sys.readFile`: a BOM chooses the encoding and is not part of the text. */
export function decodeSource(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16le.decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return decoder.decode(bytes.subarray(3));
  return decoder.decode(bytes);
}

export class FileTree {
  readonly #layers: readonly Layer[];
  /** Absolute link path to absolute target. */
  readonly #links: ReadonlyMap<string, string>;
  /** Folders that exist because a link lies in them, with the links' names. */
  readonly #linkFolders: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(layers: readonly Layer[], links: ReadonlyMap<string, string> = new Map()) {
    this.#layers = layers;
    this.#links = links;
    this.#linkFolders = layerOf(new Map([...links.keys()].map((link) => [link, NOTHING]))).directories;
  }

  realpath(path: string): string {
    let current = normalise(path);
    if (this.#links.size === 0) return current;
    for (let hops = 0; hops < MAX_LINKS; hops++) {
      const next = this.#step(current);
      if (next === null) return current;
      current = next;
    }
    return "/__loop__";
  }

  #step(path: string): string | null {
    for (let end = path.indexOf("/", 1); ; end = path.indexOf("/", end + 1)) {
      const prefix = end < 0 ? path : path.slice(0, end);
      const target = this.#links.get(prefix);
      if (target !== undefined) return end < 0 ? target : target + path.slice(end);
      if (end < 0) return null;
    }
  }

  file(path: string): FileRef | undefined {
    const real = this.realpath(path);
    for (const layer of this.#layers) {
      const found = layer.files.get(real);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  text(path: string): string | undefined {
    const found = this.file(path);
    return found === undefined ? undefined : decodeSource(found.read());
  }

  directoryExists(path: string): boolean {
    const real = this.realpath(path);
    return this.#linkFolders.has(real) || this.#layers.some((layer) => layer.directories.has(real));
  }

  entries(path: string): { readonly files: readonly string[]; readonly directories: readonly string[] } {
    const real = this.realpath(path);
    const names = new Set<string>();
    for (const layer of this.#layers) for (const name of layer.directories.get(real) ?? []) names.add(name);
    const prefix = real === "/" ? "/" : `${real}/`;
    for (const name of this.#linkFolders.get(real) ?? []) names.add(name);
    const files: string[] = [];
    const directories: string[] = [];
    for (const name of [...names].sort()) {
      if (this.directoryExists(prefix + name)) directories.push(name);
      else if (this.file(prefix + name) !== undefined) files.push(name);
    }
    return { files, directories };
  }
}

/** Absolute, without `.`, `..`, doubled or trailing slashes. */
export function normalise(path: string): string {
  if (!/\/\.|\/\/|.\/$/.test(path)) return path;
  const out: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") out.pop();
    else out.push(segment);
  }
  return `/${out.join("/")}`;
}
