/**
 * What the transform needs to know of tsconfig files: `paths` (only where a plugin or Vite's own option asks for them),
 * JSX and decorators. The nearest tsconfig.json to a file counts, with `extends` followed, as Vite's transformer does.
 */
import { parse as parseJsonc } from "jsonc-parser";
import type { JsxOptions } from "../../src/protocol/sandbox-config.ts";
import { normalise } from "./files.ts";
import { createResolver, directoryOf, type ResolverFiles } from "./resolver.ts";

export interface CompilerOptions {
  readonly jsx: JsxOptions | null;
  readonly legacyDecorators: boolean;
  /** What one of them extends though it is not there: Vite's transformer then refuses the file. */
  readonly missing: string | null;
}

export interface TsconfigReader {
  compilerOptions(file: string): CompilerOptions;
  /** Absolute candidates for a specifier, best first. */
  paths(spec: string, importer: string): readonly string[];
}

interface RawOptions {
  readonly baseUrl?: string;
  readonly paths?: Readonly<Record<string, readonly string[]>>;
  readonly jsx?: string;
  readonly jsxImportSource?: string;
  readonly jsxFactory?: string;
  readonly jsxFragmentFactory?: string;
  readonly experimentalDecorators?: boolean;
}
interface Loaded {
  readonly options: RawOptions;
  /** Directory that `paths` are relative to. */
  readonly pathsFrom: string;
  readonly baseUrl: string | null;
  readonly missing: string | null;
}

export function createTsconfigReader(files: ResolverFiles): TsconfigReader {
  const loaded = new Map<string, Loaded | null>();
  const nearest = new Map<string, readonly Loaded[]>();
  const resolver = createResolver(files, {
    root: "/repo",
    alias: [],
    conditions: [],
    mainFields: ["main"],
    extensions: [".json"],
    dedupe: [],
  });

  function load(path: string, depth = 0): Loaded | null {
    const known = loaded.get(path);
    if (known !== undefined) return known;
    loaded.set(path, null);
    if (!files.isFile(path) || depth > 10) return null;
    const json = (parseJsonc(files.text(path), [], { allowTrailingComma: true }) ?? {}) as {
      extends?: string | string[];
      compilerOptions?: RawOptions;
      references?: { path: string }[];
    };
    const directory = directoryOf(path);
    let options: RawOptions = {};
    let pathsFrom = directory;
    let baseUrl: string | null = null;
    let missing: string | null = null;
    for (const parent of typeof json.extends === "string" ? [json.extends] : (json.extends ?? [])) {
      const wanted = extended(parent, path);
      if (!files.isFile(wanted)) missing ??= parent.startsWith(".") ? normalise(`${directory}/${parent}`) : parent;
      const base = load(wanted, depth + 1);
      if (base === null) continue;
      missing ??= base.missing;
      options = { ...options, ...base.options };
      pathsFrom = base.pathsFrom;
      baseUrl = base.baseUrl ?? baseUrl;
    }
    const own = json.compilerOptions ?? {};
    if (own.baseUrl !== undefined) baseUrl = normalise(`${directory}/${own.baseUrl}`);
    if (own.paths !== undefined) pathsFrom = directory;
    const result: Loaded = { options: { ...options, ...own }, pathsFrom, baseUrl, missing };
    loaded.set(path, result);
    return result;
  }

  function extended(name: string, from: string): string {
    if (name.startsWith(".") || name.startsWith("/")) {
      const path = name.startsWith("/") ? name : normalise(`${directoryOf(from)}/${name}`);
      return files.isFile(path) ? path : files.isFile(`${path}.json`) ? `${path}.json` : `${path}/tsconfig.json`;
    }
    for (const candidate of [name, `${name}.json`, `${name}/tsconfig.json`]) {
      const found = resolver.resolve(candidate, from, "require");
      if (found !== null && "file" in found && found.file.endsWith(".json")) return found.file;
    }
    return normalise(`${directoryOf(from)}/${name}`);
  }

  function nearestTo(file: string): readonly Loaded[] {
    const directory = directoryOf(file);
    const known = nearest.get(directory);
    if (known !== undefined) return known;
    let found: readonly Loaded[] = [];
    const path = `${directory}/tsconfig.json`;
    if (files.isFile(path)) {
      const json = (parseJsonc(files.text(path), [], { allowTrailingComma: true }) ?? {}) as { references?: { path: string }[] };
      const referenced = (json.references ?? []).map(({ path: to }) => load(extended(to.startsWith(".") ? to : `./${to}`, path)));
      found = [load(path), ...referenced].filter((one) => one !== null);
    } else if (directory !== "/") found = nearestTo(directory);
    nearest.set(directory, found);
    return found;
  }

  return {
    compilerOptions(file) {
      const nearest = nearestTo(file)[0];
      const options = nearest?.options ?? {};
      const jsx: JsxOptions | null =
        options.jsx === undefined
          ? null
          : options.jsx === "react"
            ? {
                runtime: "classic",
                ...(options.jsxFactory === undefined ? {} : { pragma: options.jsxFactory }),
                ...(options.jsxFragmentFactory === undefined ? {} : { pragmaFrag: options.jsxFragmentFactory }),
              }
            : { runtime: "automatic", ...(options.jsxImportSource === undefined ? {} : { importSource: options.jsxImportSource }) };
      return { jsx, legacyDecorators: options.experimentalDecorators === true, missing: nearest?.missing ?? null };
    },
    paths(spec, importer) {
      const out: string[] = [];
      for (const { options, pathsFrom, baseUrl } of nearestTo(importer)) {
        const base = baseUrl ?? pathsFrom;
        const patterns = Object.entries(options.paths ?? {}).sort(([a], [b]) => b.length - a.length);
        for (const [pattern, targets] of patterns) {
          const star = pattern.indexOf("*");
          if (
            star < 0
              ? spec !== pattern
              : !(
                  spec.startsWith(pattern.slice(0, star)) &&
                  spec.endsWith(pattern.slice(star + 1)) &&
                  spec.length >= pattern.length - 1
                )
          )
            continue;
          const middle = star < 0 ? "" : spec.slice(star, spec.length - (pattern.length - star - 1));
          out.push(
            ...targets.map((target) =>
              normalise(target.startsWith("/") ? target.replace("*", middle) : `${base}/${target.replace("*", middle)}`),
            ),
          );
        }
        if (baseUrl !== null && !spec.startsWith(".")) out.push(normalise(`${baseUrl}/${spec}`));
      }
      return out;
    },
  };
}
