/**
 * `node:fs` over memory (memfs), filled with the repository's files from the packs when it is first used: the project's own
 * at once, each package of node_modules when a path inside it is asked for. What a test writes stays in the worker and dies
 * with it.
 */
import { memfs } from "memfs";

declare const __fixgate_builtin: (name: string) => unknown;
interface Source {
  paths(): Iterable<string>;
  isFile(path: string): boolean;
  isDirectory(path: string): boolean;
  read(path: string): Uint8Array;
  mode(path: string): string;
}

const memory = memfs({}, "/");
const raw = memory.fs as unknown as Record<string, unknown> & { promises: Record<string, unknown> };
const { Buffer } = globalThis as unknown as { Buffer: { from(bytes: Uint8Array): Uint8Array } };

/** Asked for when a file is: this module may be loaded before the worker knows of any. */
const source = (): Source => __fixgate_builtin("fixgate:files") as Source;
const touch = __fixgate_builtin("fixgate:touch") as (name: string) => void;
const packages = new Set<string>();
const packageFiles = new Map<string, string[]>();
const mkdir = (path: string): void => {
  memory.vol.mkdirSync(path, { recursive: true });
};
let isFilled = false;
function fill(): void {
  if (isFilled) return;
  isFilled = true;
  mkdir("/tmp");
  mkdir("/repo");
  for (const path of source().paths()) {
    const at = path.indexOf("/node_modules/");
    if (at < 0) put(path);
    else {
      const name = packageOf(path);
      const listed = packageFiles.get(name);
      if (listed === undefined) packageFiles.set(name, [path]);
      else listed.push(path);
    }
  }
  for (const name of packageFiles.keys()) mkdir(name);
}

function put(path: string): void {
  mkdir(path.slice(0, path.lastIndexOf("/")) || "/");
  memory.vol.writeFileSync(path, Buffer.from(source().read(path)), { mode: source().mode(path) === "100755" ? 0o755 : 0o644 });
}
function packageOf(path: string): string {
  const parts = /^(.*?\/node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(path);
  return parts?.[1] ?? path;
}
function need(path: unknown): void {
  if (typeof path !== "string" || !path.includes("/node_modules/")) return;
  const name = packageOf(path);
  if (packages.has(name)) return;
  packages.add(name);
  for (const file of packageFiles.get(name) ?? []) put(file);
}

function absolute(path: unknown): unknown {
  if (
    path instanceof URL ||
    (typeof path === "object" && path !== null && "href" in path && typeof path.href === "string" && path.href.startsWith("file:"))
  ) {
    return decodeURIComponent(new URL((path as { href: string }).href).pathname);
  }
  const cwd = (globalThis as unknown as { process: { cwd(): string } }).process.cwd();
  return typeof path === "string" && !path.startsWith("/") ? `${cwd}/${path}` : path;
}

/** After these the file system is as it was. */
const READS = /^(readFile|exists|stat|lstat|readdir|access|realpath|readlink)(Sync)?$/;
/** Functions whose second argument is a path as well. */
const TWO_PATHS = new Set(["copyFile", "copyFileSync", "rename", "renameSync", "cp", "cpSync", "link", "linkSync"]);

function wrap(holder: Record<string, unknown>): Record<string, unknown> {
  const wrapped: Record<string, unknown> = {};
  const names = [...Object.keys(holder), ...Object.getOwnPropertyNames(Object.getPrototypeOf(holder) as object)];
  for (const name of names) {
    if (name === "constructor" || name in wrapped) continue;
    const member = holder[name];
    wrapped[name] =
      typeof member === "function" && /^[a-z]/.test(name)
        ? (...args: unknown[]): unknown => {
            fill();
            if (!READS.test(name)) touch("fs");
            if (args.length > 0) {
              args[0] = absolute(args[0]);
              need(args[0]);
            }
            if (args.length > 1 && TWO_PATHS.has(name)) args[1] = absolute(args[1]);
            return (member as (...args: unknown[]) => unknown).apply(holder, args);
          }
        : member;
  }
  return wrapped;
}

const fs = wrap(raw);
type Callback = (...results: unknown[]) => void;
/** What `util.promisify` gives where a callback gets more than one result, or no error. */
function promised(name: string, settle: (results: readonly unknown[]) => unknown): void {
  const call = fs[name] as (...args: unknown[]) => void;
  const custom = (...args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const callback: Callback = (...results) => {
        if (results[0] instanceof Error) reject(results[0]);
        else resolve(settle(results));
      };
      call(...args, callback);
    });
  Object.defineProperty(call, Symbol.for("nodejs.util.promisify.custom"), { value: custom });
}
promised("read", ([, bytesRead, buffer]) => ({ bytesRead, buffer }));
promised("write", ([, bytesWritten, buffer]) => ({ bytesWritten, buffer }));
promised("exists", ([there]) => there);
fs["promises"] = wrap(raw.promises);
fs["constants"] = raw["constants"];
export default fs;
