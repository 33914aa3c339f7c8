/**
 * Packages: ESM in a second, unmocked module runner, CommonJS by a synchronous `require` over what the host sent ahead
 * and, where a specifier was computed at run time, over an own resolver. Node's rules, not Vite's.
 */
import type { CommonJsModule, FetchedModule, ModuleGraph } from "../../src/protocol/sandbox-host.ts";
import type { FileView } from "../sandbox-host/files.ts";
import { createResolver, directoryOf, IMPORT_EXTENSIONS, type Resolver, type ResolverOptions } from "../sandbox-host/resolver.ts";
import { builtinCommonJs, builtinNamespace } from "./builtins.ts";
import type { AskHost } from "./channel.ts";
import { globalEval, NativeMap } from "./primordials.ts";
import { createDefaultImportMeta, ESModulesEvaluator, ModuleRunner, VITEST_MODULES } from "./vitest.ts";
import { realm } from "./realm.ts";

type Namespace = Record<string, unknown>;
interface Module {
  exports: unknown;
  readonly id: string;
  readonly filename: string;
  readonly path: string;
  loaded: boolean;
  readonly children: Module[];
  readonly paths: string[];
  require?: Require;
}
export interface Require {
  (spec: string): unknown;
  resolve: (spec: string) => string;
  cache: Record<string, Module>;
  extensions: Record<string, unknown>;
  main: undefined;
}
const isVitest = (spec: string): boolean => /^@?vitest(?:\/|$)/.test(spec);
const stripQuery = (id: string): string => id.replace(/\?.*$/, "");

export interface Loader {
  /** What an externalised import gets. */
  readonly importExternal: (id: string) => Promise<unknown>;
  readonly createRequire: (from: string | URL) => Require;
  fetch(id: string, importer: string | undefined): Promise<FetchedModule>;
  /** A file's text for `require`, sent ahead or read now. */
  readonly source: (file: string) => CommonJsModule;
  /** Where `require` leads: an absolute path or "node:<name>". Throws as Node does where it leads nowhere. */
  readonly resolve: (spec: string, from: string) => string;
}

/** What the host sent ahead. It outlives a file: the modules made of it don't. */
export interface Supply {
  readonly fetched: Map<string, FetchedModule>;
  readonly sources: Map<string, CommonJsModule>;
  /** Of a Jest suite: mocks of packages by name, and where entries lead. */
  readonly mocks: Map<string, string>;
  readonly entries: Map<string, string>;
  add(graph: ModuleGraph): void;
}

export function createSupply(): Supply {
  const fetched = new NativeMap<string, FetchedModule>();
  const sources = new NativeMap<string, CommonJsModule>();
  const mocks = new NativeMap<string, string>();
  const entries = new NativeMap<string, string>();
  return {
    fetched,
    sources,
    mocks,
    entries,
    add(graph) {
      for (const [name, file] of graph.jest?.mocks ?? []) mocks.set(name, file);
      for (const [spec, file] of graph.jest?.entries ?? []) entries.set(spec, file);
      for (const [key, module] of graph.fetched) fetched.set(key, module);
      for (const module of graph.commonjs) sources.set(module.file, module);
    },
  };
}

export function createLoader(
  { fetched, sources }: Supply,
  files: () => FileView,
  ask: AskHost,
  root: string,
  substitute: (spec: string) => unknown,
  resolverOptions?: ResolverOptions,
): Loader {
  const cache = Object.create(null) as Record<string, Module>;
  const namespaces = new Map<string, Namespace>();
  let resolver: Resolver | undefined;
  const resolverOfOwn = (): Resolver =>
    (resolver ??= createResolver(
      files(),
      resolverOptions ?? {
        root,
        alias: [],
        conditions: [],
        mainFields: ["main", "module"],
        extensions: IMPORT_EXTENSIONS,
        dedupe: [],
      },
    ));

  function sourceOf(file: string): CommonJsModule {
    const sent = sources.get(file);
    if (sent !== undefined) return sent;
    const view = files();
    const format = resolverOfOwn().format(file);
    const own: CommonJsModule = { file, code: view.text(file), format: format === "other" ? "commonjs" : format, requires: {} };
    sources.set(file, own);
    return own;
  }

  function resolveRequire(spec: string, from: string): string {
    const known = sources.get(from)?.requires[spec];
    if (known !== undefined) return known;
    const found = resolverOfOwn().resolve(spec, from, "require");
    // A package that asks for its addon brings something to do without it; code of the repository does not.
    if (spec.endsWith(".node") && !from.includes("/node_modules/"))
      (realm["unsupported"] as (what: string, advice: string) => void)(
        `native addon ${spec}`,
        "no browser runs native code: run this repository in the Node sandbox",
      );
    if (found === null)
      throw Object.assign(new Error(`Cannot find module '${spec}'\nRequire stack:\n- ${from}`), {
        code: "MODULE_NOT_FOUND",
        requireStack: [from],
      });
    return "builtin" in found ? `node:${found.builtin}` : found.file;
  }

  function makeRequire(from: string): Require {
    const require = ((spec: string) => {
      const stand = substitute(spec);
      if (stand !== undefined) return stand;
      if (isVitest(spec))
        throw new Error('Vitest cannot be imported in a CommonJS module using require(). Please use "import" instead.');
      const to = resolveRequire(spec, from);
      return to.startsWith("node:") ? builtinCommonJs(to.slice(5)) : load(to);
    }) as Require;
    require.resolve = (spec) => {
      const to = resolveRequire(spec, from);
      return to.startsWith("node:") && !spec.startsWith("node:") ? to.slice(5) : to;
    };
    require.cache = cache;
    require.extensions = {};
    require.main = undefined;
    return require;
  }

  function load(file: string): unknown {
    const known = cache[file];
    if (known !== undefined) return known.exports;
    const source = sourceOf(file);
    if (source.format === "module") {
      throw Object.assign(
        new Error(
          `require() of ES Module ${file} not supported.\nInstead change the require of ${file} to a dynamic import() which is available in all CommonJS modules.`,
        ),
        { code: "ERR_REQUIRE_ESM" },
      );
    }
    const module: Module = {
      exports: {},
      id: file,
      filename: file,
      path: directoryOf(file),
      loaded: false,
      children: [],
      paths: [],
    };
    cache[file] = module;
    if (source.format === "json") {
      module.exports = JSON.parse(source.code);
      return module.exports;
    }
    module.require = makeRequire(file);
    try {
      const run = globalEval(
        `(function (exports, require, module, __filename, __dirname) {${source.code.replace(/^\uFEFF/, "").replace(/^#!.*/, "")}\n})\n//# sourceURL=${file}`,
      ) as (...args: unknown[]) => void;
      run.call(module.exports, module.exports, module.require, module, file, directoryOf(file));
    } catch (error) {
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- Node takes a module that threw out of its cache
      delete cache[file];
      throw error;
    }
    module.loaded = true;
    return module.exports;
  }

  function commonJsNamespace(file: string): Namespace {
    const known = namespaces.get(file);
    if (known !== undefined) return known;
    const exported = load(file);
    const namespace = Object.create(null) as Namespace;
    Object.defineProperty(namespace, Symbol.toStringTag, { value: "Module" });
    if ((typeof exported === "object" && exported !== null) || typeof exported === "function") {
      for (const key of Object.keys(exported)) {
        if (key !== "default")
          Object.defineProperty(namespace, key, { enumerable: true, configurable: true, get: () => (exported as Namespace)[key] });
      }
    }
    namespace["default"] = exported;
    if (typeof exported === "object" || typeof exported === "function") namespace["module.exports"] = exported;
    namespaces.set(file, namespace);
    return namespace;
  }

  class ExternalEvaluator extends ESModulesEvaluator {
    runExternalModule(id: string): Promise<unknown> {
      return importExternal(id);
    }
  }
  const external = new ModuleRunner(
    {
      hmr: false,
      sourcemapInterceptor: false,
      createImportMeta: (path: string) => ({ ...createDefaultImportMeta(path), resolve: (spec: string) => resolveUrl(spec, path) }),
      transport: {
        async invoke(payload: {
          readonly data: {
            readonly name: string;
            readonly data: readonly [string, string | undefined, { readonly cached?: boolean } | undefined];
          };
        }) {
          const { name, data } = payload.data;
          if (name === "getBuiltins") return { result: [] };
          const [id, importer, options] = data;
          try {
            if (isVitest(id) || substitute(id) !== undefined) return { result: { externalize: id, type: "module" } };
            if (id.startsWith("node:")) return { result: { externalize: id, type: "builtin" } };
            if (options?.cached === true) return { result: { cache: true } };
            return { result: fetched.get(`e:${id}`) ?? (await ask("fetch", id, importer ?? null, "external")) };
          } catch (error) {
            return { error };
          }
        },
      },
    },
    new ExternalEvaluator(),
  );
  // Node checks named imports when it links; Vitest's own runner doesn't, and a package that is loose with types counts on it.
  external["processImport"] = (exported: unknown) => exported;

  function resolveUrl(spec: string, from: string): string {
    const found = resolverOfOwn().resolve(spec, from, "import");
    if (found === null)
      throw Object.assign(new Error(`Cannot find package '${spec}' imported from ${from}`), { code: "ERR_MODULE_NOT_FOUND" });
    return "builtin" in found ? `node:${found.builtin}` : `file://${found.file}`;
  }

  async function importExternal(raw: string): Promise<unknown> {
    const stand = substitute(raw);
    if (stand !== undefined) return stand;
    const own = VITEST_MODULES[raw];
    if (own !== undefined) return own;
    if (isVitest(raw)) throw new Error(`${raw} is not available in the embedded sandbox`);
    if (raw.startsWith("node:")) return builtinNamespace(raw);
    const id = raw.startsWith("file://") ? decodeURIComponent(raw.slice(7)) : raw;
    const file = stripQuery(id);
    const sent = sources.get(file);
    const format = sent?.format ?? (fetched.has(`e:${id}`) ? "module" : resolverOfOwn().format(file));
    if (format === "commonjs" || format === "json") return commonJsNamespace(file);
    return external.import(id);
  }

  return {
    importExternal,
    source: sourceOf,
    resolve: resolveRequire,
    createRequire(from) {
      const text = typeof from === "string" ? from : from.href;
      return makeRequire(text.startsWith("file://") ? decodeURIComponent(text.slice(7)) : text);
    },
    async fetch(id, importer) {
      return fetched.get(`p:${id}`) ?? (await ask("fetch", id, importer ?? null, "project"));
    },
  };
}
