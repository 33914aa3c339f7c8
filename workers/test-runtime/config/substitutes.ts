/**
 * What a configuration file gets when it imports Vite, Vitest's configuration helpers or a known plugin. Vite itself
 * doesn't run here; a plugin is replaced by a mark that says what it does, and the sandbox does that.
 */
import type { FileView } from "../../sandbox-host/files.ts";
import { HARMLESS, PATHS, REACT, SVG, TS_JEST } from "../../sandbox-host/substituted.ts";
import { aliasList, mergeConfig } from "./merge.ts";

export interface PluginMark {
  readonly name: string;
  /** Understood by the page: "react", "tsconfig-paths", "svgr", "none" (it changes nothing in a test), or "unknown". */
  readonly fixgate: "react" | "tsconfig-paths" | "svgr" | "none" | "unknown";
  readonly options: unknown;
}

export function createSubstitutes(
  files: () => FileView,
  root: string,
  defaults: { readonly include: readonly string[]; readonly exclude: readonly string[] },
): (spec: string) => unknown {
  const mark = (name: string, fixgate: PluginMark["fixgate"]) => (options?: unknown) => ({ name, fixgate, options });
  const identity = (config: unknown): unknown => config;
  const vitestConfig = {
    defineConfig: identity,
    defineProject: identity,
    defineWorkspace: identity,
    mergeConfig,
    configDefaults: {
      include: [...defaults.include],
      exclude: [...defaults.exclude],
      coverage: { exclude: [], include: [] },
      benchmark: { include: ["**/*.{bench,benchmark}.?(c|m)[jt]s?(x)"] },
      typecheck: {},
      fakeTimers: {},
      setupFiles: [],
    },
    defaultInclude: [...defaults.include],
    defaultExclude: [...defaults.exclude],
    coverageConfigDefaults: { exclude: [], include: [], extension: [], reporter: [] },
    defaultBrowserPort: 63315,
  };
  const vite = {
    defineConfig: identity,
    mergeConfig,
    mergeAlias: (a: unknown, b: unknown) => [...aliasList(b), ...aliasList(a)],
    loadEnv: (mode: string, directory: string, prefixes: string | string[] = "VITE_") =>
      loadEnv(files(), mode, directory, prefixes),
    normalizePath: (path: string) => path,
    searchForWorkspaceRoot: () => "/repo",
    searchForPackageRoot: () => root,
    createFilter: () => () => true,
    createLogger: () => ({ info: () => undefined, warn: () => undefined, error: () => undefined }),
    version: "8.3.8",
    esbuildVersion: "0.28.2",
    defaultClientConditions: ["module", "browser", "development|production"],
    defaultServerConditions: ["module", "node", "development|production"],
    defaultClientMainFields: ["browser", "module", "jsnext:main", "jsnext"],
    defaultServerMainFields: ["module", "jsnext:main", "jsnext"],
    transformWithEsbuild: () => {
      throw new Error("transformWithEsbuild is not available in the embedded sandbox");
    },
  };
  return (spec) => {
    if (/^vitest(\/config|\/node)?$/.test(spec)) return { ...vitestConfig, default: vitestConfig };
    if (/^(vite|rolldown-vite)$/.test(spec)) return { ...vite, default: vite };
    if (REACT.test(spec)) return pluginModule(mark(spec, "react"));
    if (PATHS.test(spec)) return pluginModule(mark(spec, "tsconfig-paths"));
    if (SVG.test(spec)) return pluginModule(mark(spec, "svgr"));
    if (TS_JEST.test(spec)) return tsJest;
    if (HARMLESS.test(spec)) return pluginModule(mark(spec, "none"));
    return undefined;
  };
}

/** What a configuration asks of ts-jest: which files it would compile, and aliases made of tsconfig's paths. */
const tsJestPreset = (): unknown => ({ transform: { "^.+\\.[cm]?tsx?$": ["ts-jest", {}] } });
const tsJest: Readonly<Record<string, unknown>> = new Proxy<Record<string, unknown>>(
  { pathsToModuleNameMapper },
  {
    get: (target, name) =>
      name === "then" || typeof name === "symbol" ? undefined : name === "default" ? tsJest : (target[name] ?? tsJestPreset),
    has: (_, name) => name !== "then",
  },
);

/** @see https://kulshekhar.github.io/ts-jest/docs/getting-started/paths-mapping */
function pathsToModuleNameMapper(
  paths: Readonly<Record<string, readonly string[]>>,
  { prefix = "" }: { readonly prefix?: string } = {},
): Record<string, string | readonly string[]> {
  const escape = (text: string): string => text.replace(/[-\\^$*+?.()|[\]{}]/g, "\\$&");
  const start = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  const mapper: Record<string, string | readonly string[]> = {};
  for (const [from, targets] of Object.entries(paths)) {
    const to = targets.map((target) =>
      target.startsWith("node_modules/") ? target.slice(13) : `${start}${target.replace(/^\.\//, "")}`.replace(/\*/g, () => "$1"),
    );
    const [only] = to;
    if (only !== undefined) mapper[`^${from.split("*").map(escape).join("(.*)")}$`] = to.length === 1 ? only : to;
  }
  return mapper;
}

/** However a plugin is exported (default, by name, a class), calling what comes out gives its mark. */
function pluginModule(make: (options?: unknown) => unknown): unknown {
  return new Proxy(make, {
    get: (target, name) => {
      if (name === "__esModule") return true;
      if (name === "then" || typeof name === "symbol") return undefined;
      return name === "default" ? target : make;
    },
    has: (_, name) => name !== "then",
  });
}

export function loadEnv(
  files: FileView,
  mode: string,
  directory: string,
  prefixes: string | readonly string[],
): Record<string, string> {
  const wanted = typeof prefixes === "string" ? [prefixes] : prefixes;
  const out: Record<string, string> = {};
  for (const name of [".env", ".env.local", `.env.${mode}`, `.env.${mode}.local`]) {
    const path = `${directory.replace(/\/$/, "")}/${name}`;
    if (!files.isFile(path)) continue;
    for (const line of files.text(path).split(/\r?\n/)) {
      const match = /^\s*(?:export\s+)?([\w.-]+)\s*=\s*(.*?)\s*$/.exec(line);
      if (match?.[1] === undefined || line.trimStart().startsWith("#")) continue;
      if (!wanted.some((prefix) => match[1]?.startsWith(prefix))) continue;
      const raw = match[2] ?? "";
      out[match[1]] = /^(["'`])([\s\S]*)\1$/.exec(raw)?.[2] ?? raw.replace(/\s+#.*$/, "");
    }
  }
  return out;
}
