/**
 * One source file to the code that Vite's module runner evaluates. Two halves with a cache each: what depends on the
 * content alone (TypeScript and JSX away, mocks hoisted), and what depends on where its imports lead in this snapshot.
 * Prevents a stale answer: a cached second half is taken only if every import still resolves to the same file.
 */
import remapping from "@jridgewell/remapping";
import { hoistMocks } from "@vitest/mocker/transforms";
import { parse as parseWithAcorn } from "acorn";
import { parse as lexImports } from "es-module-lexer";
import { moduleRunnerTransformSync, transformSync } from "fixgate:oxc";
import MagicString from "magic-string";
import { hoistJestMocks, linkCommonJs, withoutImportEquals } from "./compile-commonjs.ts";
import { svgComponent } from "./svg-component.ts";
import type { JsxOptions } from "../../src/protocol/sandbox-config.ts";

export interface CompileInput {
  readonly file: string;
  /** "?raw" and the like, with the mark; "" for none. */
  readonly query: string;
  readonly source: string;
  readonly contentKey: string;
  /** Packages loaded as they are: no mocks are hoisted and no map is made. */
  readonly external: boolean;
  /** For Jest: a function's body that runs at once, with `require` and `exports`. */
  readonly commonjs?: boolean;
  readonly root: string;
  readonly jsx: JsxOptions | null;
  /** From a tsconfig: decorators and class fields. */
  readonly legacyDecorators: boolean;
  /** Null: leave the specifier alone. */
  readonly resolve: (spec: string) => string | null;
  readonly expandGlob: (code: string, file: string) => MagicString | null;
  /** Wraps the plain JavaScript (coverage counters); null: leave it. */
  readonly instrument: ((code: string, map: object | null) => { readonly code: string; readonly map: object | null }) | null;
}

export interface Compiled {
  readonly code: string;
  readonly map: string | null;
  /** Resolved ids of static imports; of CommonJS, every specifier that is written as a literal. */
  readonly imports: readonly string[];
}

interface Half {
  readonly code: string;
  readonly maps: readonly object[];
}
interface CachedModule extends Compiled {
  readonly resolved: readonly (readonly [spec: string, to: string | null])[];
}

const TYPESCRIPT = /\.[mc]?tsx?$/;
const SCRIPT = /\.[mc]?[jt]sx?$/;
export const isVitestImport = (spec: string): boolean => /^@?vitest(?:\/|$)/.test(spec);

/**
 * Vitest tells from the stack which file asks for a mock. WebKit's stacks name no file for evaluated code, and a relative
 * path would then mean nothing, in silence: there the path is made absolute beforehand, where it is written as a literal.
 */
const STACKS_NAME_FILES = ((0, eval)("() => new Error().stack\n//# sourceURL=fixgate-named.js") as () => string)().includes(
  "fixgate-named",
);
const RELATIVE_MOCK = /(\bvi(?:test)?\.(?:mock|unmock|doMock|doUnmock|importActual|importMock)\(\s*)(["'])(\.{1,2}\/[^"'\n]*)\2/g;

/** TypeScript's helpers for decorators, which the transformer takes for granted: on one line, before everything else. */
const DECORATORS = `const babelHelpers = {
decorate(decorators, target, key, desc) {
var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
return c > 3 && r && Object.defineProperty(target, key, r), r;
},
decorateMetadata(key, value) { return typeof Reflect === "object" && typeof Reflect.metadata === "function" ? Reflect.metadata(key, value) : void 0; },
decorateParam(index, decorator) { return function (target, key) { decorator(target, key, index); }; },
};`.replaceAll("\n", " ");

const oneLineDown = (map: object): object => {
  const { mappings, ...rest } = plain(map) as { readonly mappings: string };
  return { ...rest, mappings: `;${mappings}` };
};

export interface Compiler {
  compile(input: CompileInput): Compiled;
  readonly counts: { transforms: number; hits: number; ms: number };
}

export function createCompiler(now: () => number): Compiler {
  const first = new Map<string, Half>();
  const second = new Map<string, CachedModule>();
  const counts = { transforms: 0, hits: 0, ms: 0 };

  function toJavaScript(input: CompileInput): Half {
    const { file, source } = input;
    // A module that is a program as well: what is put before its first line must not make the "#!" a syntax error.
    let code = source.replace(/^#!/, "//");
    const maps: object[] = [];
    if (
      TYPESCRIPT.test(file) ||
      file.endsWith(".jsx") ||
      (input.commonjs === true && file.endsWith(".js") && /<\/?[A-Za-z>]/.test(code)) ||
      (!input.external && input.jsx !== null && /\.[mc]?js$/.test(file) && /<\/?[A-Za-z>]/.test(code) && /\breact\b/i.test(code))
    ) {
      const lang = file.endsWith("tsx") ? "tsx" : TYPESCRIPT.test(file) ? "ts" : "jsx";
      const jsx = input.jsx ?? { runtime: "automatic" as const };
      if (input.commonjs === true && lang !== "jsx") code = withoutImportEquals(code);
      const result = transformSync(file, code, {
        lang,
        sourcemap: true,
        target: "esnext",
        helpers: { mode: "External" },
        jsx: {
          runtime: jsx.runtime,
          development: false,
          ...(jsx.importSource === undefined ? {} : { importSource: jsx.importSource }),
          ...(jsx.pragma === undefined ? {} : { pragma: jsx.pragma }),
          ...(jsx.pragmaFrag === undefined ? {} : { pragmaFrag: jsx.pragmaFrag }),
        },
        ...(input.legacyDecorators
          ? {
              decorator: { legacy: true, emitDecoratorMetadata: true },
              assumptions: { setPublicClassFields: true },
              typescript: { removeClassFieldsWithoutInitializer: true },
            }
          : {}),
      });
      throwFirst(result.errors);
      code = result.code;
      const helped = input.legacyDecorators && code.includes("babelHelpers.");
      if (helped) code = `${DECORATORS}\n${code}`;
      if (result.map !== undefined) maps.unshift(helped ? oneLineDown(result.map) : result.map);
    }
    if (input.instrument !== null) {
      const instrumented = input.instrument(code, maps[0] ?? null);
      return { code: instrumented.code, maps: instrumented.map === null ? [] : [instrumented.map, ...maps] };
    }
    if (input.commonjs === true) {
      const hoisted = hoistJestMocks(code);
      return hoisted === null
        ? { code, maps }
        : { code: hoisted.toString(), maps: [hoisted.generateMap({ hires: "boundary", source: file }), ...maps] };
    }
    if (!input.external) {
      const globbed = code.includes("import.meta.glob") ? input.expandGlob(code, file) : null;
      if (globbed !== null) {
        code = globbed.toString();
        maps.unshift(globbed.generateMap({ hires: "boundary", source: file }));
      }
      const hoisted = hoistMocks(
        code,
        file,
        (text: string) => parseWithAcorn(text, { ecmaVersion: "latest", sourceType: "module" }) as never,
      );
      if (hoisted) {
        code = hoisted.toString();
        maps.unshift(hoisted.generateMap({ hires: "boundary", source: file }));
      }
    }
    return { code, maps };
  }

  function link(input: CompileInput, half: Half): CachedModule {
    const { file } = input;
    if (input.commonjs === true) {
      const { code, maps, specs } = linkCommonJs(half.code, file);
      return { code, map: mergedMap([...maps, ...half.maps], file), imports: specs, resolved: [] };
    }
    let { code } = half;
    const maps = [...half.maps];
    const resolved: [string, string | null][] = [];
    const text = new MagicString(code);
    if (!STACKS_NAME_FILES && !input.external) {
      for (const found of code.matchAll(RELATIVE_MOCK)) {
        const [whole, before = "", , spec = ""] = found;
        const to = input.resolve(spec);
        resolved.push([spec, to]);
        if (to !== null) text.overwrite(found.index + before.length, found.index + whole.length, JSON.stringify(to));
      }
    }
    const [imports] = lexImports(code);
    for (const found of imports) {
      if (
        found.type === "import-meta" ||
        found.specifier === undefined ||
        (found.type === "dynamic" && found.glob) ||
        isVitestImport(found.specifier)
      )
        continue;
      const to = input.resolve(found.specifier);
      resolved.push([found.specifier, to]);
      if (to === null || to === found.specifier) continue;
      const quoted = /["'`]/.test(code[found.start] ?? "");
      text.overwrite(found.start, found.end, quoted ? JSON.stringify(to) : to);
    }
    if (text.hasChanged()) {
      code = text.toString();
      if (!input.external) maps.unshift(text.generateMap({ hires: "boundary", source: file }));
    }
    const result = moduleRunnerTransformSync(/\.[mc]?jsx?$/.test(file) ? file : `${file}.js`, code, { sourcemap: !input.external });
    throwFirst(result.errors);
    let map: string | null = null;
    if (!input.external) {
      if (result.map !== undefined) maps.unshift(result.map);
      map = mergedMap(maps, file);
    }
    return { code: result.code, map, imports: result.deps, resolved };
  }

  return {
    counts,
    compile(input) {
      const { file, query, source } = input;
      const direct = asset(input);
      if (direct !== null) return finish({ code: direct, maps: [] });
      if (!SCRIPT.test(file)) return finish({ code: `export default ${JSON.stringify(publicUrl(file, input.root))}`, maps: [] });
      const kind = `${input.contentKey}\0${file}\0${query}\0${input.commonjs === true ? "c" : input.external ? "e" : "p"}\0${input.instrument === null ? "" : "c"}\0${JSON.stringify(input.jsx)}\0${String(input.legacyDecorators)}`;
      const known = second.get(kind);
      if (
        known !== undefined &&
        known.resolved.every(([spec, to]) => input.resolve(spec) === to) &&
        !source.includes("import.meta.glob")
      ) {
        counts.hits++;
        return known;
      }
      const started = now();
      let half = first.get(kind);
      if (half === undefined || source.includes("import.meta.glob")) {
        half = toJavaScript(input);
        first.set(kind, half);
      }
      const linked = link(input, half);
      second.set(kind, linked);
      counts.transforms++;
      counts.ms += now() - started;
      return linked;

      function finish(plainHalf: Half): Compiled {
        return link({ ...input, external: true }, plainHalf);
      }
    },
  };
}

/** What is no script, or is asked for in another form; null: it is code. */
function asset(input: CompileInput): string | null {
  const { file, query, source } = input;
  if (/[?&]raw\b/.test(query)) return `export default ${JSON.stringify(source)}`;
  if (/[?&]url\b/.test(query)) return `export default ${JSON.stringify(publicUrl(file, input.root))}`;
  if (file.endsWith(".svg") && /[?&]react\b/.test(query)) return svgComponent(source, file);
  if (file.endsWith(".json")) return jsonModule(source, file);
  if (/\.(css|scss|sass|less|styl|stylus|pcss|postcss|sss)$/.test(file)) {
    // What Vitest does to styles that `css.include` doesn't name, which is its default.
    return /\.module\.[^.]+$/.test(file)
      ? "export default new Proxy(Object.create(null), { get(_, style) { return style; } })"
      : 'export default ""';
  }
  return null;
}

function publicUrl(file: string, root: string): string {
  return file.startsWith(`${root}/`) ? file.slice(root.length) : `/@fs${file}`;
}

const RESERVED = new Set(
  "default class function var let const new delete import export if else for while do switch case return this typeof void with yield await enum null true false in instanceof try catch throw finally super static package private public protected interface implements debugger break continue extends arguments eval".split(
    " ",
  ),
);

function jsonModule(source: string, file: string): string {
  let value: unknown;
  try {
    value = JSON.parse(source.charCodeAt(0) === 0xfeff ? source.slice(1) : source);
  } catch (error) {
    throw new SyntaxError(`Failed to parse JSON file ${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  let code = "";
  const named: string[] = [];
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    for (const [key, member] of Object.entries(value)) {
      if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) || RESERVED.has(key)) continue;
      code += `export const ${key} = ${JSON.stringify(member)};\n`;
      named.push(key);
    }
    const rest = Object.entries(value).map(([key, member]) =>
      named.includes(key)
        ? key === "__proto__"
          ? `["__proto__"]: ${key}`
          : key
        : `${key === "__proto__" ? '["__proto__"]' : JSON.stringify(key)}: ${JSON.stringify(member)}`,
    );
    return `${code}export default { ${rest.join(", ")} };`;
  }
  return `export default ${JSON.stringify(value)};`;
}

function mergedMap(maps: readonly object[], file: string): string | null {
  if (maps.length === 0) return null;
  const merged = remapping(maps.map((one) => plain(one)) as never, () => null);
  return JSON.stringify({ version: 3, names: merged.names, mappings: merged.mappings, sources: [file] });
}

export function throwFirst(errors: readonly { readonly message: string; readonly codeframe?: string | null }[]): void {
  const [error] = errors;
  if (error === undefined) return;
  throw new SyntaxError(errors.map((one) => one.message + (one.codeframe ? `\n${one.codeframe}` : "")).join("\n"));
}

/** Bindings hand out class instances and strings; the remapper wants plain objects. */
function plain(map: object): object {
  const source: unknown = "toJSON" in map && typeof map.toJSON === "function" ? (map as { toJSON(): unknown }).toJSON() : map;
  return { ...(source as object) };
}
