/**
 * Modules as a Jest suite has them: CommonJS throughout, in a registry that can be emptied, with mocks between `require` and
 * the files. ES modules of the repository arrive compiled (workers/sandbox-host/compile-commonjs.ts).
 * @see https://jestjs.io/docs/jest-object#mock-modules
 */
import { adjacentMock } from "../sandbox-host/jest-graph.ts";
import type { CommonJsModule } from "../../src/protocol/sandbox-host.ts";
import { normalise } from "../sandbox-host/files.ts";
import { directoryOf } from "../sandbox-host/resolver.ts";
import { builtinCommonJs } from "./builtins.ts";
import type { AskHost } from "./channel.ts";
import { tellLimit } from "./limits.ts";
import type { Loader, Supply } from "./loader.ts";
import { globalEval, NativeMap, NativeSet } from "./primordials.ts";
import { vi, type EvaluatedModulesLike } from "./vitest.ts";

type Namespace = Record<PropertyKey, unknown>;
export interface Module {
  exports: unknown;
  readonly id: string;
  readonly filename: string;
  readonly path: string;
  loaded: boolean;
  readonly children: Module[];
  readonly paths: string[];
  readonly parent: null;
  require?: unknown;
}

/** The part of `jest` that is about modules, as one file sees it. */
export interface ModuleMocks {
  mock(spec: string, factory?: () => unknown, options?: { readonly virtual?: boolean }): void;
  unmock(spec: string): void;
  actual(spec: string): unknown;
  mocked(spec: string): unknown;
  automocked(spec: string): unknown;
}

export interface JestModules {
  /** A test file or a setup file, by the name that the configuration has for it. */
  run(entry: string): unknown;
  mocksOf(from: string): ModuleMocks;
  reset(): void;
  isolate<T>(run: () => T): T;
}

export interface JestModulesInput {
  readonly loader: Loader;
  readonly supply: Supply;
  readonly ask: AskHost;
  readonly root: string;
  readonly evaluated: EvaluatedModulesLike;
  /** `jest` for a file, and what "@jest/globals" gives it. */
  readonly jestOf: (from: string) => unknown;
  readonly globalsOf: (from: string) => unknown;
}

interface Registry {
  readonly modules: Map<string, Module>;
  readonly mocks: Map<string, unknown>;
}
const createRegistry = (): Registry => ({ modules: new NativeMap(), mocks: new NativeMap() });
const isObject = (value: unknown): value is Namespace =>
  (typeof value === "object" && value !== null) || typeof value === "function";
const PARAMETERS =
  "exports, require, module, __filename, __dirname, jest, __fixgate_jest__, __vite_ssr_exports__, __vite_ssr_import__, __vite_ssr_dynamic_import__, __vite_ssr_exportAll__, __vite_ssr_import_meta__";

export function createJestModules({ loader, supply, ask, root, evaluated, jestOf, globalsOf }: JestModulesInput): JestModules {
  let registry = createRegistry();
  const factories = new NativeMap<string, () => unknown>();
  /** By what a specifier leads to: was it asked to be mocked, or not to be? */
  const explicit = new NativeMap<string, boolean>();
  const namespaces = new WeakMap<object, unknown>();
  /** Manual mocks whose code runs right now: what they require under their own name is the real one. */
  const executing = new NativeSet<string>();
  let main: Module | undefined;

  function keyOf(spec: string, from: string): string {
    try {
      return loader.resolve(spec, from);
    } catch {
      return spec.startsWith(".") ? normalise(`${directoryOf(from)}/${spec}`) : spec;
    }
  }

  function requireFrom(spec: string, from: string): unknown {
    if (spec === "@jest/globals") return globalsOf(from);
    const key = keyOf(spec, from);
    const asked = explicit.get(key);
    if (asked === true) return requireMock(spec, from, key);
    const manual = supply.mocks.get(spec);
    if (manual !== undefined && asked !== false && !key.startsWith("node:") && !executing.has(manual)) return load(manual);
    return requireActual(spec, from);
  }

  function requireActual(spec: string, from: string): unknown {
    const to = loader.resolve(spec, from);
    return to.startsWith("node:") ? builtinCommonJs(to.slice(5)) : load(to);
  }

  function requireMock(spec: string, from: string, key: string): unknown {
    if (registry.mocks.has(key)) return registry.mocks.get(key);
    const factory = factories.get(key);
    let mock: unknown;
    if (factory !== undefined) mock = factory();
    else {
      const beside = adjacentMock(key);
      const manual = supply.mocks.get(spec) ?? (supply.sources.has(beside) ? beside : undefined);
      mock = manual !== undefined && !executing.has(manual) ? isolated(() => load(manual)) : automock(spec, from);
    }
    registry.mocks.set(key, mock);
    return mock;
  }

  /** The shape of the real module, each function replaced. Its code runs in a registry of its own. */
  function automock(spec: string, from: string): unknown {
    return vi.mockObject(isolated(() => requireActual(spec, from)) as object);
  }

  function isolated<T>(run: () => T): T {
    const outer = registry;
    registry = createRegistry();
    try {
      return run();
    } finally {
      registry = outer;
    }
  }

  function load(file: string): unknown {
    const known = registry.modules.get(file);
    if (known !== undefined) return known.exports;
    if (!supply.sources.has(file) && !file.includes("/node_modules/") && !/\.(?:json|c?js)$/.test(file)) {
      tellLimit(`require of ${file.replace(`${root}/`, "")}, which no file names by a literal`);
      throw new Error(`${file} was not compiled ahead: nothing names it by a literal`);
    }
    const source = loader.source(file);
    const module: Module = {
      exports: {},
      id: file,
      filename: file,
      path: directoryOf(file),
      loaded: false,
      children: [],
      paths: [],
      parent: null,
    };
    main ??= module;
    registry.modules.set(file, module);
    if (source.format === "json") {
      module.exports = JSON.parse(source.code.replace(/^\uFEFF/, ""));
      return module.exports;
    }
    const isManualMock = file.includes("/__mocks__/");
    const owner = registry;
    if (isManualMock) executing.add(file);
    try {
      evaluate(source, module);
    } catch (error) {
      owner.modules.delete(file);
      throw error;
    } finally {
      if (isManualMock) executing.delete(file);
    }
    module.loaded = true;
    return module.exports;
  }

  function evaluate({ file, code, compiled }: CommonJsModule, module: Module): void {
    if (compiled !== undefined && compiled.error !== null) throw new SyntaxError(compiled.error);
    if (compiled !== undefined && evaluated.getModuleById(file) === undefined)
      evaluated.ensureModule(file, file).meta = { code, map: compiled.map };
    let run: (...args: unknown[]) => void;
    try {
      run = globalEval(
        `(function (${PARAMETERS}) {${code.replace(/^\uFEFF/, "").replace(/^#!.*/, "")}\n})\n//# sourceURL=${file}`,
      ) as typeof run;
    } catch (error) {
      if (compiled !== undefined && error instanceof SyntaxError && /\bawait\b/.test(code) && error.message.includes("await"))
        tellLimit("top-level await in a Jest suite");
      throw error;
    }
    const require = makeRequire(file);
    module.require = require;
    const jest = code.includes("jest") ? jestOf(file) : undefined;
    const exports = module.exports as object;
    run.call(
      exports,
      exports,
      require,
      module,
      file,
      directoryOf(file),
      jest,
      jest,
      writable(exports),
      (spec: string) => namespaceOf(requireFrom(spec, file)),
      (spec: string) => importFrom(spec, file),
      (from: Namespace) => {
        exportAll(module.exports as Namespace, from);
      },
      { url: `file://${file}`, filename: file, dirname: directoryOf(file), env: process.env, jest },
    );
  }

  function makeRequire(from: string): unknown {
    const require = (spec: string): unknown => requireFrom(spec, from);
    return Object.assign(require, {
      resolve: (spec: string) => {
        const to = loader.resolve(spec, from);
        return to.startsWith("node:") && !spec.startsWith("node:") ? to.slice(5) : to;
      },
      cache: Object.create(null) as object,
      extensions: {},
      main,
      requireActual: (spec: string) => requireActual(spec, from),
      requireMock: (spec: string) => requireMock(spec, from, keyOf(spec, from)),
    });
  }

  /** `import()`: what was not sent ahead is asked for now. */
  async function importFrom(spec: string, from: string): Promise<unknown> {
    await Promise.resolve();
    const key = keyOf(spec, from);
    if (key.startsWith("/") && explicit.get(key) !== true && !supply.sources.has(key))
      for (const source of await ask("commonjs", key)) supply.sources.set(source.file, source);
    return namespaceOf(await requireFrom(spec, from));
  }

  /** What `import * as x` and named imports see, by the rules of Babel's and TypeScript's interop. */
  function namespaceOf(exported: unknown): unknown {
    if (!isObject(exported)) return { default: exported };
    if (exported["__esModule"] === true) return exported;
    let namespace = namespaces.get(exported);
    if (namespace === undefined) {
      namespace = new Proxy(exported, {
        get: (target, key): unknown => (key === "default" ? target : target[key]),
        has: (target, key) => key === "default" || key in target,
      });
      namespaces.set(exported, namespace);
    }
    return namespace;
  }

  const mocksOf = (from: string): ModuleMocks => ({
    mock(spec, factory, options) {
      const key = keyOf(spec, from);
      if (factory !== undefined) factories.set(key, factory);
      else factories.delete(key);
      // A package that isn't there can only be mocked by whoever says so; Jest tells at once.
      if (options?.virtual !== true && !supply.mocks.has(spec)) loader.resolve(spec, from);
      registry.mocks.delete(key);
      explicit.set(key, true);
    },
    unmock: (spec) => void explicit.set(keyOf(spec, from), false),
    actual: (spec) => requireActual(spec, from),
    mocked: (spec) => requireMock(spec, from, keyOf(spec, from)),
    automocked: (spec) => automock(spec, from),
  });

  return {
    run: (entry) => load(supply.entries.get(entry) ?? loader.resolve(entry, `${root}/x.js`)),
    mocksOf,
    reset() {
      registry = createRegistry();
    },
    isolate: isolated,
  };
}

/** Exports are getters; whoever writes to one replaces it, as the assignments of Babel and TypeScript allow. */
function writable(exports: object): object {
  return new Proxy(exports, {
    defineProperty: (target, key, descriptor) =>
      Reflect.defineProperty(target, key, {
        ...descriptor,
        ...(descriptor.get === undefined
          ? {}
          : {
              set(this: object, value: unknown) {
                Object.defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true });
              },
            }),
      }),
  });
}

function exportAll(exports: Namespace, from: Namespace): void {
  if (exports === from) return;
  for (const key of Object.keys(from)) {
    if (key === "default" || key === "__esModule" || Object.hasOwn(exports, key)) continue;
    Object.defineProperty(writable(exports), key, { enumerable: true, configurable: true, get: () => from[key] });
  }
}
