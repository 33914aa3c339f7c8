/**
 * Node's and Vite's module resolution over a file view. Two modes: `import` with Vite's extension order (and `.js`
 * written where `.ts` is meant), `require` with Node's, since a package's CommonJS must not be handed its ESM build.
 */
import { exports as packageExports, imports as packageImports } from "resolve.exports";
import { normalise } from "./files.ts";

export interface ResolverFiles {
  isFile(path: string): boolean;
  isDirectory(path: string): boolean;
  text(path: string): string;
  /** Where links between packages lead. */
  real(path: string): string;
}

export const BUILTINS: ReadonlySet<string> = new Set(
  "assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns dns/promises domain events fs fs/promises http http2 https inspector inspector/promises module net os path path/posix path/win32 perf_hooks process punycode querystring readline readline/promises repl stream stream/consumers stream/promises stream/web string_decoder sys timers timers/promises tls trace_events tty url util util/types v8 vm wasi worker_threads zlib".split(
    " ",
  ),
);
/** Builtins that exist under the `node:` prefix alone. */
export const PREFIXED_BUILTINS: ReadonlySet<string> = new Set(["test", "test/reporters", "sqlite", "sea"]);

export type Resolution = { readonly builtin: string } | { readonly file: string; readonly query: string };

export interface ResolveAlias {
  readonly find: string | RegExp;
  readonly replacement: string;
}

export interface ResolverOptions {
  readonly root: string;
  readonly alias: readonly ResolveAlias[];
  readonly conditions: readonly string[];
  readonly mainFields: readonly string[];
  readonly extensions: readonly string[];
  readonly dedupe: readonly string[];
  /** For `require`, in place of Node's. */
  readonly requireExtensions?: readonly string[];
  readonly requireConditions?: readonly string[];
  /** What a package requires goes through `alias` too. */
  readonly aliasForPackages?: boolean;
  /** Directories of the repository's own packages by name. */
  readonly workspace?: () => ReadonlyMap<string, string>;
  /** tsconfig `paths` and the like; asked for bare specifiers before node_modules. */
  readonly paths?: (spec: string, importer: string) => readonly string[];
}

interface PackageJson {
  readonly name?: string;
  readonly type?: string;
  readonly main?: unknown;
  readonly exports?: unknown;
  readonly imports?: unknown;
  readonly [key: string]: unknown;
}

export type ModuleFormat = "module" | "commonjs" | "json" | "other";

export interface Resolver {
  resolve(spec: string, importer: string | null, mode: "import" | "require"): Resolution | null;
  format(file: string): ModuleFormat;
  nearestPackage(file: string): { readonly directory: string; readonly json: PackageJson } | null;
}

const REQUIRE_EXTENSIONS = [".js", ".json", ".cjs", ".ts", ".tsx", ".cts"];
export const IMPORT_EXTENSIONS = [".mjs", ".js", ".mts", ".ts", ".jsx", ".tsx", ".json"];

export function directoryOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}
const join = (directory: string, path: string): string => normalise(`${directory}/${path}`);

export function createResolver(files: ResolverFiles, options: ResolverOptions): Resolver {
  const packages = new Map<string, PackageJson | null>();
  const cache = new Map<string, Resolution | null>();

  function packageAt(directory: string): PackageJson | null {
    const known = packages.get(directory);
    if (known !== undefined) return known;
    let json: PackageJson | null = null;
    const path = join(directory, "package.json");
    if (files.isFile(path)) {
      try {
        json = JSON.parse(files.text(path)) as PackageJson;
      } catch {
        json = null; // Node too goes on without a package.json that it can't read here
      }
    }
    packages.set(directory, json);
    return json;
  }

  function nearestPackage(file: string): { readonly directory: string; readonly json: PackageJson } | null {
    for (let directory = directoryOf(file); ; directory = directoryOf(directory)) {
      const json = packageAt(directory);
      if (json !== null) return { directory, json };
      if (directory === "/") return null;
    }
  }

  function asFile(path: string, mode: "import" | "require", directories = true): string | null {
    const bare = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
    if (bare === path && files.isFile(path)) return path;
    const extensions = mode === "require" ? (options.requireExtensions ?? REQUIRE_EXTENSIONS) : options.extensions;
    for (const extension of extensions) if (files.isFile(bare + extension)) return bare + extension;
    const script = /\.([mc]?)jsx?$/.exec(bare);
    if (script !== null) {
      const stem = bare.slice(0, -script[0].length);
      for (const extension of [`.${script[1] ?? ""}ts`, ".tsx"]) if (files.isFile(stem + extension)) return stem + extension;
    }
    if (!directories || !files.isDirectory(bare)) return null;
    const json = packageAt(bare);
    if (json !== null) {
      const main = mainOf(bare, json, mode);
      if (main !== null) return main;
    }
    return asFile(`${bare}/index`, mode, false);
  }

  function mainOf(directory: string, json: PackageJson, mode: "import" | "require"): string | null {
    for (const field of mode === "require" ? ["main"] : options.mainFields) {
      const value = json[field];
      if (typeof value !== "string" || value === "") continue;
      const file = asFile(join(directory, value), mode, false) ?? asFile(join(directory, `${value}/index`), mode, false);
      if (file !== null) return file;
    }
    return null;
  }

  const conditionsOf = (mode: "import" | "require"): string[] =>
    mode === "require"
      ? [...(options.requireConditions ?? ["node", "require", "module-sync", "default"])]
      : [...options.conditions, "node", "import", "module-sync", "default"];

  function inPackage(directory: string, json: PackageJson, subpath: string | null, mode: "import" | "require"): string | null {
    if (json.exports !== undefined && json.exports !== null) {
      let targets: readonly string[];
      try {
        targets =
          packageExports(json as Parameters<typeof packageExports>[0], subpath ?? ".", {
            unsafe: true,
            conditions: conditionsOf(mode),
          }) ?? [];
      } catch {
        return null; // no such subpath, or none for these conditions
      }
      for (const target of targets) {
        const file = join(directory, target);
        if (files.isFile(file)) return file;
      }
      return null;
    }
    if (subpath !== null) return asFile(join(directory, subpath), mode);
    return mainOf(directory, json, mode) ?? asFile(join(directory, "index"), mode, false);
  }

  function bare(spec: string, importer: string | null, mode: "import" | "require"): string | null {
    const parts = /^(@[^/]+\/[^/]+|[^/]+)(\/.*)?$/.exec(spec);
    const name = parts?.[1];
    if (name === undefined) return null;
    const subpath = parts?.[2] === undefined ? null : `.${parts[2]}`;
    const from = options.dedupe.includes(name) || importer === null ? join(options.root, "x") : importer;
    for (let directory = directoryOf(from); ; directory = directoryOf(directory)) {
      if (!directory.endsWith("/node_modules")) {
        const candidate = join(directory, `node_modules/${name}`);
        if (files.isDirectory(candidate)) {
          const file = inPackage(candidate, packageAt(candidate) ?? {}, subpath, mode);
          if (file !== null) return file;
        }
      }
      if (directory === "/") break;
    }
    const member = options.workspace?.().get(name);
    if (member !== undefined) {
      const file = inPackage(member, packageAt(member) ?? {}, subpath, mode);
      if (file !== null) return file;
    }
    const self = importer === null ? null : nearestPackage(importer);
    if (self !== null && self.json.name === name && self.json.exports !== undefined)
      return inPackage(self.directory, self.json, subpath, mode);
    return null;
  }

  function aliased(spec: string): string {
    for (const { find, replacement } of options.alias) {
      if (find instanceof RegExp ? find.test(spec) : spec === find || spec.startsWith(find.endsWith("/") ? find : `${find}/`))
        return spec.replace(find, replacement);
    }
    return spec;
  }

  function uncached(raw: string, importer: string | null, mode: "import" | "require"): Resolution | null {
    const found = (file: string | null, query = ""): Resolution | null => (file === null ? null : { file, query });
    if (raw.startsWith("node:")) return { builtin: raw.slice(5) };
    // Packages see the world as Node does: the project's aliases are Vite's, and Vite doesn't process packages.
    const external = options.aliasForPackages !== true && mode === "require" && importer?.includes("/node_modules/") === true;
    let spec = external ? raw : aliased(raw);
    if (spec.startsWith("file://")) spec = decodeURIComponent(spec.slice(7));
    let query = "";
    const mark = spec.startsWith("#") ? -1 : spec.indexOf("?");
    if (mark > 0 && !files.isFile(spec)) {
      query = spec.slice(mark);
      spec = spec.slice(0, mark);
    }
    if (spec.startsWith("/@fs/")) spec = spec.slice(4);
    if (spec.startsWith("/")) {
      const path = spec.replace(/\/+/g, "/");
      return found(asFile(path, mode) ?? asFile(join(options.root, path), mode), query);
    }
    if (spec === "." || spec === ".." || spec.startsWith("./") || spec.startsWith("../")) {
      return found(
        asFile(join(directoryOf(importer ?? join(options.root, "x")), spec) + (spec.endsWith("/") ? "/" : ""), mode),
        query,
      );
    }
    if (spec.startsWith("#")) {
      const own = importer === null ? null : nearestPackage(importer);
      if (own?.json.imports !== undefined) {
        let targets: readonly string[];
        try {
          targets =
            packageImports(own.json as Parameters<typeof packageImports>[0], spec, {
              unsafe: true,
              conditions: conditionsOf(mode),
            }) ?? [];
        } catch {
          targets = [];
        }
        for (const target of targets) {
          const resolution = target.startsWith(".")
            ? found(asFile(join(own.directory, target), mode), query)
            : uncached(target, importer, mode);
          if (resolution !== null) return resolution;
        }
      }
    }
    if (!importer?.includes("/node_modules/")) {
      for (const path of options.paths?.(spec, importer ?? join(options.root, "x")) ?? []) {
        const file = asFile(path, mode);
        if (file !== null) return { file, query };
      }
    }
    const name = spec.endsWith("/") ? spec.slice(0, -1) : spec;
    if (!spec.endsWith("/") && BUILTINS.has(name)) return { builtin: name };
    const file = bare(name, importer, mode);
    if (file !== null) return { file, query };
    return BUILTINS.has(name) ? { builtin: name } : null;
  }

  return {
    resolve(spec, importer, mode) {
      const key = `${mode}\0${importer === null ? "" : directoryOf(importer)}\0${spec}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      const named = uncached(spec, importer, mode);
      const resolution = named !== null && "file" in named ? { ...named, file: files.real(named.file) } : named;
      cache.set(key, resolution);
      return resolution;
    },
    format(file) {
      if (/\.m[jt]s$/.test(file)) return "module";
      if (/\.c[jt]s$/.test(file)) return "commonjs";
      if (file.endsWith(".json")) return "json";
      if (/\.[jt]sx?$/.test(file)) return nearestPackage(file)?.json.type === "module" ? "module" : "commonjs";
      return "other";
    },
    nearestPackage,
  };
}
