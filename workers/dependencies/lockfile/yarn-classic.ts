/** yarn.lock, version 1: an indented list of "name@range, name@range:" with what they came to. */
import { err, ok, type Result } from "../../../src/core/result.ts";
import { linkTo, lockfileOf, type GraphImporter, type GraphPackage } from "./graph.ts";
import { originOf, rangesOf, type LockfileError, type Manifest, type ParseLockfile } from "./lockfile.ts";

export interface ClassicEntry {
  readonly fields: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const ADVICE = "Make it again with `yarn install` and commit it.";

/** Pattern ("react@^18.0.0") to entry; several patterns share one. */
export function readClassicEntries(text: string): Result<Map<string, ClassicEntry>, LockfileError> {
  const entries = new Map<string, ClassicEntry>();
  let entry: {
    fields: Record<string, string>;
    dependencies: Record<string, string>;
    optionalDependencies: Record<string, string>;
  } | null = null;
  let block: Record<string, string> | null = null;
  const lines = text.split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    if (/^(<{7}|={7}|>{7})/.test(line))
      return err({ message: `yarn.lock holds a merge conflict (line ${String(at + 1)}).`, advice: ADVICE });
    const indent = line.length - line.trimStart().length;
    const words = wordsOf(line.trim());
    if (indent === 0) {
      entry = { fields: {}, dependencies: {}, optionalDependencies: {} };
      block = null;
      for (const pattern of words) entries.set(pattern, entry);
      continue;
    }
    const [key, value] = words;
    if (entry === null || key === undefined)
      return err({ message: `yarn.lock can't be read at line ${String(at + 1)}.`, advice: ADVICE });
    if (indent === 2 && value === undefined)
      block = key === "dependencies" ? entry.dependencies : key === "optionalDependencies" ? entry.optionalDependencies : {};
    else if (indent === 2) entry.fields[key] = value ?? "";
    else if (block !== null) block[key] = value ?? "";
    else return err({ message: `yarn.lock can't be read at line ${String(at + 1)}.`, advice: ADVICE });
  }
  return ok(entries);
}

/** `"a b", c:` or `key "value"`: words, quoted ones as JSON, separators dropped. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"(?:[^"\\]|\\.)*"|[^\s,]+/g)].flatMap(([word]) => {
    const bare = word.replace(/:$/, "");
    if (bare === "") return [];
    return [bare.startsWith('"') ? String(JSON.parse(bare)) : bare];
  });
}

export const parseClassicLockfile: ParseLockfile = (text, manifests) => {
  const read = readClassicEntries(text);
  if (!read.ok) return read;
  const workspaces = new Map(
    [...manifests]
      .filter(([folder]) => folder !== "")
      .flatMap(([folder, { name }]) => (name === undefined ? [] : [[name, folder]])),
  );
  const packages = new Map<string, GraphPackage>();
  const leftOut: { name: string; reason: string }[] = [];
  const ids = new Map<ClassicEntry, string>();
  for (const [pattern, entry] of read.value) {
    const { name, range } = splitPattern(pattern);
    const version = entry.fields["version"] ?? "";
    const resolved = entry.fields["resolved"] ?? null;
    const id = `${name}@${version}@${resolved ?? ""}`;
    ids.set(entry, id);
    if (packages.has(id)) continue;
    if (/^(git[+:]|github:)|\.git(#|$)/.test(resolved ?? range)) {
      leftOut.push({ name, reason: "comes from a git repository, not from a registry" });
      continue;
    }
    const sha1 = /#([0-9a-f]{40})$/.exec(resolved ?? "")?.[1];
    packages.set(id, {
      name,
      version,
      integrity: entry.fields["integrity"] ?? (sha1 === undefined ? null : `sha1-${base64OfHex(sha1)}`),
      origin: originOf(resolved ?? (range.endsWith(".tgz") ? range : null), name, version),
      platform: platformByName(name),
      hasInstallScript: false,
      dependencies: new Map(),
      optionalNames: new Set(Object.keys(entry.optionalDependencies)),
    });
  }
  const idOf = (name: string, range: string): string | null => {
    const entry = read.value.get(`${name}@${range}`);
    if (entry !== undefined) return ids.get(entry) ?? null;
    const folder = workspaces.get(name);
    return folder === undefined ? null : linkTo(folder);
  };
  for (const [entry, id] of ids) {
    const dependencies = packages.get(id)?.dependencies as Map<string, string> | undefined;
    for (const [name, range] of [...Object.entries(entry.dependencies), ...Object.entries(entry.optionalDependencies)]) {
      const target = idOf(name, range);
      if (target !== null) dependencies?.set(name, target);
    }
  }
  const importers = [...manifests].map(([folder, manifest]) => importerOf(folder, manifest, idOf));
  // Yarn links every workspace at the root, asked for or not.
  const root = importers.find((each) => each.folder === "");
  for (const [name, folder] of workspaces) if (root?.dependencies.has(name) === false) root.dependencies.set(name, linkTo(folder));
  return ok(lockfileOf("yarn.lock (version 1)", importers, packages, leftOut));
};

function importerOf(folder: string, manifest: Manifest, idOf: (name: string, range: string) => string | null) {
  const dependencies = new Map<string, string>();
  for (const field of ["dependencies", "devDependencies", "optionalDependencies"] as const)
    for (const [name, range] of rangesOf(manifest[field])) {
      const id = idOf(name, range);
      if (id !== null) dependencies.set(name, id);
    }
  return { folder, dependencies, optionalNames: new Set(Object.keys(manifest.optionalDependencies ?? {})) } satisfies GraphImporter;
}

/** "@scope/a@npm:b@^1" is an alias: what lies there is b. */
function splitPattern(pattern: string): { name: string; range: string } {
  const at = pattern.indexOf("@", 1);
  const name = at < 0 ? pattern : pattern.slice(0, at);
  const range = at < 0 ? "" : pattern.slice(at + 1);
  const alias = /^npm:((?:@[^/]+\/)?[^@]+)(?:@(.*))?$/.exec(range);
  return alias === null ? { name, range } : { name: alias[1] ?? name, range: alias[2] ?? "" };
}

/** Version 1 doesn't say what a package is built for; the names of native builds do. */
function platformByName(name: string): string[] {
  if (name === "fsevents") return ["darwin"];
  const machine =
    /(?:^|[-/.])(aix|android|darwin|freebsd|linux|linuxmusl|netbsd|openbsd|openharmony|sunos|win32|windows)[-.](\w+)/.exec(name);
  return machine === null ? [] : machine.slice(1, 3);
}

function base64OfHex(hex: string): string {
  return btoa(String.fromCharCode(...(hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))));
}
