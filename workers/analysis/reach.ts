/**
 * Which test files can be reached by a change, by static imports. It may only err on the side of more: an import that it
 * cannot place (an alias, a computed name) makes the importing test count as reached.
 */
import ts from "typescript";
import type { RepoPath, SnapshotFiles } from "../../src/core/snapshot/index.ts";
import { resolveFrom } from "./inspect/test-facts.ts";

const EXTENSIONS = [
  "",
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".json",
  "/index.ts",
  "/index.tsx",
  "/index.js",
  "/index.mts",
  "/index.mjs",
];

export function testsThatReach(
  files: SnapshotFiles,
  changed: readonly RepoPath[],
  tests: readonly RepoPath[],
): readonly RepoPath[] {
  const paths = new Map(files.entries.map((entry) => [entry.path as string, entry]));
  const packages = knownPackages(files);
  const targets = new Set<string>(changed);
  const imports = new Map<string, { readonly to: readonly string[]; readonly unplaced: boolean }>();
  const decoder = new TextDecoder();

  function importsOf(path: string): { readonly to: readonly string[]; readonly unplaced: boolean } {
    const known = imports.get(path);
    if (known) return known;
    const entry = paths.get(path);
    const bytes = entry && files.blobs.get(entry.oid);
    const to: string[] = [];
    let unplaced = false;
    if (bytes && /\.[cm]?[jt]sx?$/.test(path)) {
      const text = decoder.decode(bytes);
      if (/\bimport\s*\(\s*[^'"`\s)]|import\.meta\.glob|require\s*\(\s*[^'"`\s)]/.test(text)) unplaced = true;
      for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
        const specifier = fileName.replace(/\?.*$/, "");
        if (specifier.startsWith(".")) {
          const found = locate(resolveFrom(path, specifier), paths);
          if (found === null) unplaced = true;
          else to.push(found);
        } else if (!isExternal(specifier, packages)) unplaced = true;
      }
    }
    const result = { to, unplaced };
    imports.set(path, result);
    return result;
  }

  function reaches(path: string, seen: Set<string>): boolean {
    if (targets.has(path)) return true;
    if (seen.has(path)) return false;
    seen.add(path);
    const { to, unplaced } = importsOf(path);
    return unplaced || to.some((next) => reaches(next, seen));
  }
  return tests.filter((path) => reaches(path, new Set()));
}

function locate(base: string, paths: ReadonlyMap<string, unknown>): string | null {
  for (const extension of EXTENSIONS) if (paths.has(base + extension)) return base + extension;
  // `./a.js` written for `./a.ts`
  const source = base.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  if (paths.has(source)) return source;
  return paths.has(`${source}x`) ? `${source}x` : null;
}

/** Names of packages that are surely from elsewhere; the repository's own names may lead back into it. */
function knownPackages(files: SnapshotFiles): ReadonlySet<string> {
  const own = new Set<string>();
  const external = new Set<string>();
  for (const entry of files.entries) {
    if (entry.path !== "package.json" && !entry.path.endsWith("/package.json")) continue;
    const bytes = files.blobs.get(entry.oid);
    if (!bytes) continue;
    try {
      const parsed = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
      if (typeof parsed["name"] === "string") own.add(parsed["name"]);
      for (const key of ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]) {
        const group = parsed[key];
        if (typeof group === "object" && group !== null) for (const name of Object.keys(group)) external.add(name);
      }
    } catch {
      // Not JSON: it names no package.
    }
  }
  for (const name of own) external.delete(name);
  return external;
}

function isExternal(specifier: string, packages: ReadonlySet<string>): boolean {
  if (/^(?:node:|vitest$|vitest\/|@vitest\/)/.test(specifier)) return true;
  const name = /^(?:@[^/]+\/[^/]+|[^/]+)/.exec(specifier)?.[0] ?? specifier;
  return packages.has(name) || NODE_BUILTINS.has(name);
}

const NODE_BUILTINS = new Set(
  "assert async_hooks buffer child_process crypto events fs http https module net os path perf_hooks process stream string_decoder timers tty url util v8 vm worker_threads zlib".split(
    " ",
  ),
);
