/**
 * The file system that isomorphic-git wants, in memory and thrown away after each use: what it fetched is copied into the
 * object store, and nothing of it stays.
 */
import type { PromiseFsClient } from "isomorphic-git";

interface Stat {
  readonly type: "file" | "dir";
  readonly mode: number;
  readonly size: number;
  readonly ino: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly uid: number;
  readonly gid: number;
  readonly dev: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

type Encoding = string | { readonly encoding?: string } | undefined;

function error(code: "ENOENT" | "ENOTDIR" | "EISDIR" | "EEXIST" | "ENOTEMPTY" | "EINVAL", path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

const normal = (path: string): string =>
  `/${path
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/")}`;
const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/")) || "/";

export function createMemoryFs(): PromiseFsClient {
  const files = new Map<string, Uint8Array>();
  const folders = new Set<string>(["/"]);
  const stat = (raw: string): Promise<Stat> => {
    const path = normal(raw);
    const file = files.get(path);
    if (file === undefined && !folders.has(path)) return Promise.reject(error("ENOENT", path));
    const type = file === undefined ? "dir" : "file";
    return Promise.resolve({
      type,
      mode: type === "dir" ? 0o040755 : 0o100644,
      size: file?.length ?? 0,
      ino: 0,
      mtimeMs: 0,
      ctimeMs: 0,
      uid: 0,
      gid: 0,
      dev: 0,
      isFile: () => type === "file",
      isDirectory: () => type === "dir",
      isSymbolicLink: () => false,
    });
  };
  const promises = {
    // isomorphic-git tells promises from callbacks by calling this without a path: it must reject, not throw.
    readFile: (raw: string | undefined, encoding: Encoding): Promise<Uint8Array | string> => {
      const path = normal(raw ?? "");
      const bytes = files.get(path);
      if (bytes === undefined) return Promise.reject(error(folders.has(path) ? "EISDIR" : "ENOENT", path));
      const wanted = typeof encoding === "string" ? encoding : encoding?.encoding;
      return Promise.resolve(wanted === undefined ? bytes : new TextDecoder().decode(bytes));
    },
    writeFile: (raw: string, content: Uint8Array | string): Promise<void> => {
      const path = normal(raw);
      if (!folders.has(parentOf(path))) return Promise.reject(error("ENOENT", path));
      files.set(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
      return Promise.resolve();
    },
    unlink: (raw: string): Promise<void> => (files.delete(normal(raw)) ? Promise.resolve() : Promise.reject(error("ENOENT", raw))),
    readdir: (raw: string): Promise<string[]> => {
      const path = normal(raw);
      if (!folders.has(path)) return Promise.reject(error(files.has(path) ? "ENOTDIR" : "ENOENT", path));
      const names = [...files.keys(), ...folders]
        .filter((other) => other !== "/" && parentOf(other) === path)
        .map((other) => other.slice(other.lastIndexOf("/") + 1));
      return Promise.resolve(names.sort());
    },
    mkdir: (raw: string): Promise<void> => {
      const path = normal(raw);
      if (folders.has(path) || files.has(path)) return Promise.reject(error("EEXIST", path));
      if (!folders.has(parentOf(path))) return Promise.reject(error("ENOENT", path));
      folders.add(path);
      return Promise.resolve();
    },
    rmdir: (raw: string): Promise<void> => (folders.delete(normal(raw)) ? Promise.resolve() : Promise.reject(error("ENOENT", raw))),
    stat,
    lstat: stat,
    readlink: (raw: string): Promise<string> => Promise.reject(error("EINVAL", raw)),
    symlink: (_target: string, raw: string): Promise<void> => Promise.reject(error("EINVAL", raw)),
    chmod: (): Promise<void> => Promise.resolve(),
  };
  return { promises };
}
