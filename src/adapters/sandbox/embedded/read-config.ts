/**
 * From a raw configuration to what the sandbox runs with. Field by field: what is honoured is read, what is known to
 * change nothing is passed over, and everything else is named, with `affects` where it could change a result.
 */
import type { Unsupported } from "../../../core/evidence/index.ts";
import type { AliasRule, ProjectConfig, SuiteConfig } from "../../../protocol/sandbox-config.ts";
import { SANDBOX_ROOT } from "../../../protocol/sandbox-files.ts";
import type { RawConfig, RawProject } from "../../../protocol/sandbox-raw-config.ts";
import { absolute, fields, isFields, listOf, setupPath, strings, type Fields } from "./read-fields.ts";

const isMark = (value: unknown): boolean => isFields(value) && ("$function" in value || "$cut" in value);

/** Options of `test` that decide how a run is shown, measured or spread, and not what a test does. */
const WITHOUT_EFFECT = new Set(
  "api attachmentsDir benchmark bail cache coverage cliExclude color css disableConsoleIntercept experimental fileParallelism forceRerunTriggers hideSkippedTests includeTaskLocation logHeapUsage maxWorkers minWorkers name onConsoleLog onStackTrace onUnhandledError open outputFile pool poolOptions printConsoleTrace reporters reporter run silent slowTestThreshold standalone teardownTimeout ui uiBase update watch watchTriggerPatterns watchExclude execArgv vmMemoryLimit threads singleThread maxThreads minThreads useAtomics changed shard strictTags tags detectAsyncLeaks inspect inspectBrk".split(
    " ",
  ),
);
const HONOURED = new Set(
  "alias allowOnly chaiConfig clearMocks dangerouslyIgnoreUnhandledErrors deps diff dir environment environmentMatchGlobs environmentOptions env exclude expect extends fakeTimers globals hookTimeout include includeSource isolate maxConcurrency mockReset mode passWithNoTests provide resolveSnapshotPath restoreMocks retry root sequence server setupFiles snapshotFormat snapshotSerializers testNamePattern testTimeout typecheck unstubEnvs unstubGlobals".split(
    " ",
  ),
);
/** Hooks of a plugin that may reach a module's code. */
const ACTIVE_HOOKS = new Set(["resolveId", "load", "transform"]);

export function readConfig(raw: RawConfig, fallback: ProjectConfig): SuiteConfig {
  const unsupported: Unsupported[] = [];
  const notes: string[] = [];
  for (const { what, advice } of listOf(raw.problems).map(fields) as unknown as RawConfig["problems"])
    unsupported.push({ what, advice, affects: true });
  const projects = raw.projects.map((project) => readProject(project, fallback, unsupported));
  return {
    file: raw.file === null ? null : relative(raw.file),
    projects: projects.filter((project) => project !== null),
    unsupported: distinct(unsupported),
    notes,
  };
}

const relative = (path: string): string => (path.startsWith(`${SANDBOX_ROOT}/`) ? path.slice(SANDBOX_ROOT.length + 1) : path);
function distinct(entries: readonly Unsupported[]): readonly Unsupported[] {
  return [...new Map(entries.map((entry) => [entry.what, entry])).values()];
}

function readProject(raw: RawProject, fallback: ProjectConfig, unsupported: Unsupported[]): ProjectConfig | null {
  const test = fields(raw.test);
  const vite = fields(raw.vite);
  const resolve = fields(vite["resolve"]);
  const name = typeof test["name"] === "string" ? test["name"] : "";
  const cannot = (what: string, affects = true, advice = "run this repository in the Node or WebContainer sandbox"): void => {
    unsupported.push({ what, advice, affects, ...(raw.file === null ? {} : { path: relative(raw.file) as never }) });
  };
  if (fields(test["browser"])["enabled"] === true) {
    cannot(`Vitest's browser mode${name === "" ? "" : ` (project ${name})`}`);
    return null;
  }
  const root = typeof test["root"] === "string" ? absolute(test["root"], raw.root) : raw.root;
  const dir = typeof test["dir"] === "string" ? absolute(test["dir"], root) : root;

  for (const [key, value] of Object.entries(test)) {
    if (HONOURED.has(key) || WITHOUT_EFFECT.has(key) || key === "browser") continue;
    if (value === false || value === null || (Array.isArray(value) && value.length === 0)) continue;
    cannot(`test.${key}`);
  }
  for (const plugin of raw.plugins) {
    const active = plugin.hooks.filter((hook) => ACTIVE_HOOKS.has(hook));
    if (active.length > 0) cannot(`the Vite plugin "${plugin.name}" (${active.join(", ")})`);
  }
  let tsconfigPaths = resolve["tsconfigPaths"] === true;
  let jsx: ProjectConfig["jsx"] = readJsx(vite);
  for (const mark of raw.marks) {
    if (mark.fixgate === "tsconfig-paths") tsconfigPaths = true;
    if (mark.fixgate === "svgr" && Object.keys(fields(mark.options)).length > 0) cannot("options of the SVG plugin");
    if (mark.fixgate === "unknown") cannot(`the Vite plugin "${mark.name}"`);
    if (mark.fixgate !== "react") continue;
    const options = fields(mark.options);
    jsx = {
      runtime: options["jsxRuntime"] === "classic" ? "classic" : "automatic",
      ...(typeof options["jsxImportSource"] === "string" ? { importSource: options["jsxImportSource"] } : {}),
    };
    const babel = fields(options["babel"]);
    if ([...listOf(babel["plugins"]), ...listOf(babel["presets"])].length > 0 || isMark(options["babel"]))
      cannot("Babel plugins of the React plugin");
    if (listOf(options["plugins"]).length > 0) cannot("SWC plugins of the React plugin");
  }

  const number = (key: string, otherwise: number): number =>
    typeof test[key] === "number"
      ? test[key]
      : isFields(test[key]) && test[key]["$number"] === "Infinity"
        ? 2_147_483_647
        : otherwise;
  const flag = (key: string, otherwise: boolean): boolean => (typeof test[key] === "boolean" ? test[key] : otherwise);
  const sequence = fields(test["sequence"]);
  const shuffle = sequence["shuffle"];
  const environment = typeof test["environment"] === "string" ? test["environment"] : fallback.environment;
  if (isMark(sequence["sequencer"])) cannot("a sequencer of the repository's own", false, "files run in the order of their paths");
  const retry =
    typeof test["retry"] === "number"
      ? test["retry"]
      : typeof fields(test["retry"])["count"] === "number"
        ? (fields(test["retry"])["count"] as number)
        : 0;
  const { define, env } = readDefine(fields(vite["define"]), cannot);

  return {
    ...fallback,
    name,
    root,
    dir,
    include: test["include"] === undefined ? fallback.include : strings(test["include"]),
    exclude: test["exclude"] === undefined ? fallback.exclude : strings(test["exclude"]),
    includeSource: strings(test["includeSource"]),
    environment,
    environmentOptions: fields(test["environmentOptions"]),
    environmentMatchGlobs: listOf(test["environmentMatchGlobs"]).filter(
      (pair): pair is readonly [string, string] =>
        Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "string",
    ),
    globals: flag("globals", false),
    isolate: flag("isolate", true),
    setupFiles: strings(test["setupFiles"]).map((path) =>
      path.startsWith(".") || !path.startsWith("/") ? setupPath(path, root) : path,
    ),
    alias: [...readAlias(test["alias"], cannot), ...readAlias(resolve["alias"], cannot)],
    conditions: readConditions(resolve, vite),
    mainFields: resolve["mainFields"] === undefined ? fallback.mainFields : [...strings(resolve["mainFields"]), "main", "module"],
    extensions: resolve["extensions"] === undefined ? fallback.extensions : strings(resolve["extensions"]),
    dedupe: strings(resolve["dedupe"]),
    define,
    env: { ...env, ...Object.fromEntries(Object.entries(fields(test["env"])).map(([key, value]) => [key, String(value)])) },
    mode:
      typeof vite["mode"] === "string"
        ? vite["mode"]
        : typeof test["mode"] === "string" && test["mode"] !== "benchmark"
          ? test["mode"]
          : "test",
    base: typeof vite["base"] === "string" ? vite["base"] : "/",
    testTimeout: number("testTimeout", fallback.testTimeout),
    hookTimeout: number("hookTimeout", fallback.hookTimeout),
    retry,
    maxConcurrency: number("maxConcurrency", fallback.maxConcurrency),
    passWithNoTests: flag("passWithNoTests", false),
    allowOnly: flag("allowOnly", true),
    clearMocks: flag("clearMocks", false),
    mockReset: flag("mockReset", false),
    restoreMocks: flag("restoreMocks", false),
    unstubEnvs: flag("unstubEnvs", false),
    unstubGlobals: flag("unstubGlobals", false),
    dangerouslyIgnoreUnhandledErrors: flag("dangerouslyIgnoreUnhandledErrors", false),
    sequence: {
      shuffle: shuffle === true || fields(shuffle)["tests"] === true,
      concurrent: sequence["concurrent"] === true,
      seed: typeof sequence["seed"] === "number" ? sequence["seed"] : 1,
      hooks: sequence["hooks"] === "list" || sequence["hooks"] === "parallel" ? sequence["hooks"] : "stack",
      setupFiles: sequence["setupFiles"] === "list" ? "list" : "parallel",
    },
    fakeTimers: fields(test["fakeTimers"]),
    chaiConfig: isFields(test["chaiConfig"]) ? test["chaiConfig"] : null,
    snapshotFormat: fields(test["snapshotFormat"]),
    snapshotSerializers: strings(test["snapshotSerializers"]).map((path) => setupPath(path, root)),
    snapshotPaths: raw.snapshotPaths,
    diff: typeof test["diff"] === "string" ? setupPath(test["diff"], root) : isFields(test["diff"]) ? test["diff"] : null,
    expect: fields(test["expect"]),
    interopDefault: fields(test["deps"])["interopDefault"] !== false,
    inline: readInline(test, vite),
    testNamePattern:
      typeof test["testNamePattern"] === "string"
        ? test["testNamePattern"]
        : typeof fields(test["testNamePattern"])["$pattern"] === "string"
          ? (fields(test["testNamePattern"])["$pattern"] as string)
          : null,
    provide: fields(test["provide"]),
    jsx,
    tsconfigPaths,
    typeTests: readTypeTests(fields(test["typecheck"]), root),
  };
}

/** @see https://vitest.dev/config/#typecheck */
function readTypeTests(typecheck: Fields, root: string): ProjectConfig["typeTests"] {
  if (typecheck["enabled"] !== true) return null;
  return {
    include: typecheck["include"] === undefined ? ["**/*.{test,spec}-d.?(c|m)[jt]s?(x)"] : strings(typecheck["include"]),
    exclude: typecheck["exclude"] === undefined ? ["**/node_modules/**"] : strings(typecheck["exclude"]),
    tsconfig: typeof typecheck["tsconfig"] === "string" ? absolute(typecheck["tsconfig"], root) : null,
  };
}

function readJsx(vite: Fields): ProjectConfig["jsx"] {
  const oxc = fields(fields(vite["oxc"])["jsx"]);
  const esbuild = fields(vite["esbuild"]);
  const source = oxc["importSource"] ?? esbuild["jsxImportSource"];
  if (esbuild["jsx"] === "automatic" || oxc["runtime"] === "automatic" || typeof source === "string")
    return { runtime: "automatic", ...(typeof source === "string" ? { importSource: source } : {}) };
  const factory = oxc["pragma"] ?? esbuild["jsxFactory"];
  const fragment = oxc["pragmaFrag"] ?? esbuild["jsxFragment"];
  if (typeof factory === "string" || oxc["runtime"] === "classic")
    return {
      runtime: "classic",
      ...(typeof factory === "string" ? { pragma: factory } : {}),
      ...(typeof fragment === "string" ? { pragmaFrag: fragment } : {}),
    };
  return null;
}

function readAlias(alias: unknown, cannot: (what: string) => void): readonly AliasRule[] {
  const entries = Array.isArray(alias)
    ? (alias as readonly unknown[])
    : Object.entries(fields(alias)).map(([find, replacement]) => ({ find, replacement }));
  return entries.flatMap((entry): readonly AliasRule[] => {
    const { find, replacement, customResolver } = fields(entry);
    if (customResolver !== undefined && customResolver !== null) cannot("an alias with a resolver of its own");
    if (typeof replacement !== "string") {
      cannot("an alias whose replacement is not a string");
      return [];
    }
    if (typeof find === "string")
      return [
        find.endsWith("/") && replacement.endsWith("/")
          ? { find: find.slice(0, -1), replacement: replacement.slice(0, -1) }
          : { find, replacement },
      ];
    const pattern = fields(find)["$pattern"];
    const flags = fields(find)["$flags"];
    return typeof pattern === "string"
      ? [{ pattern, flags: typeof flags === "string" ? flags.replace(/[gy]/g, "") : "", replacement }]
      : [];
  });
}

function readConditions(resolve: Fields, vite: Fields): readonly string[] {
  const ssr = fields(fields(vite["ssr"])["resolve"]);
  const listed = [...strings(resolve["conditions"]), ...strings(ssr["conditions"])].map((condition) =>
    condition === "development|production" ? "development" : condition,
  );
  return listed.length > 0 ? [...new Set([...listed, "development"])] : ["development"];
}

function readInline(test: Fields, vite: Fields): readonly string[] | "all" {
  const inline = fields(fields(test["server"])["deps"])["inline"] ?? fields(test["deps"])["inline"];
  const noExternal = fields(vite["ssr"])["noExternal"] ?? fields(vite["resolve"])["noExternal"];
  if (inline === true || noExternal === true) return "all";
  return [...listOf(inline), ...listOf(noExternal)].flatMap((entry) => {
    if (typeof entry === "string") return [`/node_modules/${entry.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(/|$)`];
    const pattern = fields(entry)["$pattern"];
    return typeof pattern === "string" ? [pattern] : [];
  });
}

/** `define` values are source text where they are strings, else their JSON. */
function readDefine(
  raw: Fields,
  cannot: (what: string) => void,
): { readonly define: Readonly<Record<string, string>>; readonly env: Readonly<Record<string, string>> } {
  const define: Record<string, string> = {};
  for (const [key, value] of Object.entries(raw)) {
    const source = typeof value === "string" ? value : JSON.stringify(value);
    if (!/^[A-Za-z_$][\w$]*$/.test(key) && !/^(import\.meta|process)\.env\.[\w$]+$/.test(key)) {
      if (key !== "process.env" && key !== "import.meta.env") cannot(`define "${key}"`);
      continue;
    }
    define[key] = source;
  }
  return { define, env: {} };
}
