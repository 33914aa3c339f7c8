/**
 * The host of the embedded sandbox: resolves and transforms for test workers. It is trusted and runs no code of the
 * repository: it reads files, parses them and hands out text. What it is told about the configuration is plain data.
 */
import type { ProjectConfig } from "../../src/protocol/sandbox-config.ts";
import type { PackedLayer } from "../../src/protocol/sandbox-files.ts";
import type {
  CommonJsModule,
  FetchedModule,
  HostPageCalls,
  HostWorkerCalls,
  ModuleGraph,
  ResolvedModule,
} from "../../src/protocol/sandbox-host.ts";
import { createCompiler, isVitestImport, type Compiled, type Compiler } from "./compile.ts";
import { createFileView, createLayerCache, type BlobReader, type FileView } from "./files.ts";
import { expandGlob } from "./glob.ts";
import { createJestGraph, jestResolverOptions } from "./jest-graph.ts";
import { createResolver, directoryOf, IMPORT_EXTENSIONS, PREFIXED_BUILTINS, BUILTINS, type Resolver } from "./resolver.ts";
import { isSubstituted } from "./substituted.ts";
import { createTsconfigReader, type TsconfigReader } from "./tsconfig.ts";

interface Snapshot {
  /** The id of the layer that is this snapshot's own; node_modules' stays parsed. */
  readonly layer: string | undefined;
  readonly files: FileView;
  /** Packages of the repository itself by name, for imports between the packages of a workspace. */
  readonly workspace: () => ReadonlyMap<string, string>;
  readonly tsconfig: TsconfigReader;
}

export interface View {
  readonly calls: HostWorkerCalls;
  /** What the entries import statically, without what is in `sent`, to which it is added. */
  graph(entries: readonly string[], sent: Set<string>): ModuleGraph;
  text(path: string): string | null;
}

export interface HostEngine {
  open(snapshot: number, layers: readonly PackedLayer[]): void;
  close(snapshot: number): void;
  view(input: Parameters<HostPageCalls["view"]>[0]): void;
  get(view: number): View;
  useInstrument(instrument: Instrument): void;
  readonly counts: Compiler["counts"];
}

export type Instrument = (code: string, file: string, map: object | null) => { readonly code: string; readonly map: object | null };

export function createHostEngine(ports: { readonly reader: BlobReader; readonly now: () => number }): HostEngine {
  const snapshots = new Map<number, Snapshot>();
  const views = new Map<number, { readonly snapshot: number; readonly view: View }>();
  const compiler = createCompiler(ports.now);
  const cache = createLayerCache(ports.reader);
  let instrument: Instrument | null = null;
  return {
    counts: compiler.counts,
    useInstrument(given) {
      instrument ??= given;
    },
    open(number, layers) {
      const files = createFileView(layers, cache);
      let workspace: ReadonlyMap<string, string> | undefined;
      snapshots.set(number, {
        layer: layers.at(-1)?.id,
        files,
        tsconfig: createTsconfigReader(files),
        workspace: () => (workspace ??= workspacePackages(files)),
      });
    },
    close(number) {
      const layer = snapshots.get(number)?.layer;
      snapshots.delete(number);
      if (layer !== undefined && ![...snapshots.values()].some((other) => other.layer === layer)) cache.forget(layer);
      for (const [key, { snapshot }] of views) if (snapshot === number) views.delete(key);
    },
    view({ view, snapshot: number, project, coverage, configuration }) {
      const snapshot = snapshots.get(number);
      if (snapshot === undefined) throw new Error(`snapshot ${String(number)} is not open`);
      views.set(view, {
        snapshot: number,
        view: createView(snapshot, project, new Set(coverage), compiler, instrument, configuration),
      });
    },
    get(view) {
      const found = views.get(view);
      if (found === undefined) throw new Error(`view ${String(view)} is not open`);
      return found.view;
    },
  };
}

/** Workspaces are links in node_modules natively; a pack of node_modules has no links, so the names are looked up here. */
function workspacePackages(files: FileView): ReadonlyMap<string, string> {
  const out = new Map<string, string>();
  const declares =
    files.isFile("/repo/pnpm-workspace.yaml") ||
    (files.isFile("/repo/package.json") && files.text("/repo/package.json").includes('"workspaces"'));
  if (!declares) return out;
  for (const path of files.paths()) {
    if (!path.endsWith("/package.json") || path.includes("/node_modules/")) continue;
    try {
      const { name } = JSON.parse(files.text(path)) as { name?: unknown };
      if (typeof name === "string" && !out.has(name)) out.set(name, directoryOf(path));
    } catch {
      continue; // a fixture that is broken on purpose
    }
  }
  return out;
}

const notFound = (id: string, importer: string | null): Error =>
  Object.assign(new Error(`Cannot find module '${id}'${importer === null ? "" : ` imported from '${importer}'`}`), {
    code: "ERR_MODULE_NOT_FOUND",
  });
const withoutQuery = (id: string): string => id.replace(/\?.*$/, "");
const isBuiltinName = (name: string): boolean => BUILTINS.has(name) || PREFIXED_BUILTINS.has(name);

/** Vitest's own test for a package file that Node could import as it stands. */
const ESM_SYNTAX =
  /(?:[\s;]|^)(?:import[\s\w*,{}]*from|import\s*["'*{]|export\b\s*(?:[*{]|default|class|type|function|const|var|let|async function)|import\.meta\b)/m;

function createView(
  snapshot: Snapshot,
  project: ProjectConfig,
  coverage: ReadonlySet<string>,
  compiler: Compiler,
  instrument: Instrument | null,
  configuration: boolean,
): View {
  const { files, tsconfig, workspace } = snapshot;
  const alias = project.alias.map((rule) =>
    "find" in rule
      ? { find: rule.find, replacement: rule.replacement }
      : { find: new RegExp(rule.pattern, rule.flags), replacement: rule.replacement },
  );
  const projectResolver = createResolver(files, {
    root: project.root,
    alias,
    conditions: project.conditions,
    mainFields: project.mainFields,
    extensions: project.extensions,
    dedupe: project.dedupe,
    workspace,
    ...(project.tsconfigPaths ? { paths: (spec, importer) => tsconfig.paths(spec, importer) } : {}),
  });
  // What a package imports is resolved by Node natively, so by Node's conditions and without the project's aliases.
  const packageResolver = createResolver(files, {
    root: project.root,
    alias: [],
    conditions: [],
    mainFields: ["main", "module"],
    extensions: IMPORT_EXTENSIONS,
    dedupe: [],
    workspace,
  });
  const inlined = project.inline === "all" ? null : project.inline.map((source) => new RegExp(source));
  const inlineDecisions = new Map<string, boolean>();

  function resolverOf(external: boolean): Resolver {
    return external ? packageResolver : projectResolver;
  }

  function resolveTo(spec: string, importer: string | null, external: boolean): ResolvedModule | null {
    if (configuration && isSubstituted(spec)) return { id: spec, url: spec, file: spec };
    const found = resolverOf(external).resolve(spec, importer === null ? null : withoutQuery(importer), "import");
    if (found === null) return null;
    if ("builtin" in found) return { id: `node:${found.builtin}`, url: `node:${found.builtin}`, file: `node:${found.builtin}` };
    return { id: found.file + found.query, url: found.file + found.query, file: found.file };
  }

  function isInline(file: string, query: string): boolean {
    if (!file.includes("/node_modules/")) return true;
    const known = inlineDecisions.get(file + query);
    if (known !== undefined) return known;
    const decide = (): boolean => {
      if (inlined === null || inlined.some((pattern) => pattern.test(file))) return true;
      if (query !== "" || /\.[mc]?tsx?$/.test(file) || file.endsWith(".jsx")) return true;
      if (/\.(mjs|cjs|node|wasm|json)$/.test(file)) return false;
      if (!file.endsWith(".js")) return true;
      if (packageResolver.format(file) === "module") return false;
      if (/\/node_modules\/.*\.cjs\.js$/.test(file)) return false;
      if (/\.(?:\w+-)?esm?(?:-\w+)?\.js$|\/esm?\//.test(file)) return true;
      return ESM_SYNTAX.test(files.text(file));
    };
    const inline = decide();
    inlineDecisions.set(file + query, inline);
    return inline;
  }

  /** With a tsconfig that can't be loaded. Jest's transformers don't read it, and a configuration is bundled without it. */
  const isRefused = (file: string): boolean => project.runner !== "jest" && !configuration && /\.(?:m?ts|[jt]sx)$/.test(file);

  function compile(file: string, query: string, external: boolean, commonjs = false): Compiled {
    const relative = file.startsWith("/repo/") ? file.slice(6) : file;
    const compilerOptions = external ? null : tsconfig.compilerOptions(file);
    if (typeof compilerOptions?.missing === "string" && isRefused(file))
      throw new Error(`[TSCONFIG_ERROR] Failed to load tsconfig '${compilerOptions.missing}': Tsconfig not found`);
    return compiler.compile({
      file,
      query,
      source: files.text(file),
      contentKey: files.contentKey(file),
      external,
      commonjs,
      root: project.root,
      jsx: project.jsx ?? compilerOptions?.jsx ?? null,
      legacyDecorators: compilerOptions?.legacyDecorators ?? false,
      resolve: (spec) => resolveTo(spec, file, external)?.url ?? null,
      expandGlob: (code, importer) =>
        expandGlob(code, importer, {
          root: project.root,
          files,
          resolve: (spec) => resolveTo(spec, importer, false)?.file ?? null,
        }),
      instrument:
        instrument !== null && !external && query === "" && coverage.has(relative)
          ? (code, map) => instrument(code, file, map)
          : null,
    });
  }

  function fetch(raw: string, importer: string | null, realm: "project" | "external"): FetchedModule {
    const id = raw.startsWith("/@id/") ? raw.slice(5) : raw;
    const external = realm === "external";
    if (configuration && isSubstituted(id)) return { externalize: id, type: "module" };
    const found = resolverOf(external).resolve(id, importer === null ? null : withoutQuery(importer), "import");
    if (found === null) throw notFound(id, importer);
    if ("builtin" in found) return { externalize: `node:${found.builtin}`, type: "builtin" };
    const url = found.file + found.query;
    if (!external && !isInline(found.file, found.query)) return { externalize: url, type: "module" };
    if (external && isCommonJs(found.file)) return { externalize: url, type: "commonjs" };
    const { code, map } = compile(found.file, found.query, external);
    return { code, map, file: found.file, id: url, url, invalidate: false };
  }

  const isCommonJs = (file: string): boolean => {
    const format = packageResolver.format(file);
    return format === "json" || (format === "commonjs" && !/\.[mc]?tsx?$/.test(file));
  };

  function require(spec: string, importer: string): string | null {
    const found =
      packageResolver.resolve(spec, importer, "require") ??
      (importer.includes("/node_modules/") ? null : projectResolver.resolve(spec, importer, "require"));
    if (found === null) return null;
    return "builtin" in found ? `node:${found.builtin}` : found.file;
  }

  /** The module and all that it requires by literal specifiers. */
  function commonjs(file: string, seen: Set<string>): CommonJsModule[] {
    const out: CommonJsModule[] = [];
    const queue = [file];
    for (let current = queue.pop(); current !== undefined; current = queue.pop()) {
      if (seen.has(current) || !files.isFile(current)) continue;
      seen.add(current);
      const format = packageResolver.format(current);
      if (format === "other") continue;
      const code = files.text(current);
      const requires: Record<string, string> = {};
      if (format !== "json") {
        for (const match of code.matchAll(/\brequire\(\s*(["'])([^"'\n]+)\1\s*\)/g)) {
          const spec = match[2];
          if (spec === undefined || spec in requires) continue;
          const to = require(spec, current);
          if (to === null) continue;
          requires[spec] = to;
          if (!to.startsWith("node:")) queue.push(to);
        }
      }
      out.push({ file: current, code, format, requires });
    }
    return out;
  }

  const { jest } = project;
  const jestGraph =
    jest === null || configuration
      ? null
      : createJestGraph({
          files,
          project,
          jest,
          resolver: createResolver(files, { workspace, ...jestResolverOptions(project, jest) }),
          compile: (file) => compile(file, "", false, true),
        });

  function graph(entries: readonly string[], sent: Set<string>): ModuleGraph {
    if (jestGraph !== null) return jestGraph.graph(entries, sent);
    const fetched: [key: string, module: FetchedModule][] = [];
    const modules: CommonJsModule[] = [];
    const queue: (readonly [id: string, realm: "project" | "external"])[] = entries.map((id) => [id, "project"]);
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [id, realm] = next;
      const key = graphKey(id, realm);
      if (sent.has(key) || id.startsWith("node:") || isVitestImport(id) || isBuiltinName(id)) continue;
      let module: FetchedModule;
      try {
        module = fetch(id, null, realm);
      } catch {
        continue; // the worker asks for it again when it gets there, and then the error has its importer
      }
      sent.add(key);
      fetched.push([key, module]);
      if ("externalize" in module) {
        const file = withoutQuery(module.externalize);
        if (module.type === "builtin") continue;
        if (isCommonJs(file)) modules.push(...commonjs(file, sent));
        else if (realm === "project") queue.push([module.externalize, "external"]);
        continue;
      }
      for (const to of compile(module.file, module.url.slice(module.file.length), realm === "external").imports)
        queue.push([to, realm]);
    }
    return { fetched, commonjs: modules };
  }

  return {
    graph,
    text: (path) => (files.isFile(path) ? files.text(path) : null),
    calls: {
      fetch,
      require,
      resolve: (id, importer) => (isVitestImport(id) ? null : resolveTo(id, importer, false)),
      commonjs: (file) => jestGraph?.modules([file], new Set()) ?? commonjs(file, new Set()),
    },
  };
}

export const graphKey = (id: string, realm: "project" | "external"): string => `${realm === "project" ? "p" : "e"}:${id}`;
