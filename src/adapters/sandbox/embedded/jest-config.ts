/**
 * From a Jest configuration to what the sandbox runs with, field by field: what is honoured is read, what is known to
 * change nothing is passed over, and everything else is named.
 */
import type { Unsupported } from "../../../core/evidence/index.ts";
import type { AliasRule, JestOptions, ProjectConfig, SuiteConfig } from "../../../protocol/sandbox-config.ts";
import { SANDBOX_ROOT, withoutRoot } from "../../../protocol/sandbox-files.ts";
import type { RawJestConfig, RawJestProject } from "../../../protocol/sandbox-raw-config.ts";
import { JEST_ENVIRONMENTS } from "./projects.ts";
import { absolute, fields, isFields, listOf, strings, type Fields } from "./read-fields.ts";

/** Options that decide how a run is shown, measured, cached or spread, and not what a test does. */
const WITHOUT_EFFECT = new Set(
  "bail cache cacheDirectory changedFilesWithAncestor ci collectCoverage collectCoverageFrom coverageDirectory coveragePathIgnorePatterns coverageProvider coverageReporters coverageThreshold dependencyExtractor detectLeaks detectOpenHandles displayName errorOnDeprecated extensionsToTreatAsEsm extraGlobals forceCoverageMatch forceExit haste id injectGlobals listTests logHeapUsage maxConcurrency maxWorkers name noStackTrace notify notifyMode openHandlesTimeout passWithNoTests prettierPath randomize reporters sandboxInjectedGlobals seed showSeed silent slowTestThreshold testLocationInResults testResultsProcessor testSequencer unmockedModulePathPatterns useStderr verbose waitForUnhandledRejections watch watchAll watchPathIgnorePatterns watchPlugins watchman workerIdleMemoryLimit workerThreads".split(
    " ",
  ),
);
const HONOURED = new Set(
  "clearMocks fakeTimers globals moduleDirectories moduleFileExtensions moduleNameMapper modulePathIgnorePatterns modulePaths preset resetMocks resetModules restoreMocks rootDir roots setupFiles setupFilesAfterEnv setupTestFrameworkScriptFile snapshotFormat snapshotSerializers testEnvironment testEnvironmentOptions testMatch testPathIgnorePatterns testRegex testRunner testTimeout testURL timers transform transformIgnorePatterns".split(
    " ",
  ),
);
/** What turns source into CommonJS and nothing else: the sandbox's own transformer does that. */
const REPLACED =
  /(?:^|\/)(?:ts-jest|babel-jest|@swc\/jest|@swc-node\/jest|esbuild-jest|jest-esbuild|jest-transformer-esbuild|@sucrase\/jest-plugin)(?:$|\/)/;
const REPLACED_ADVICE = "the sandbox compiles instead; what the types say is the type check's business";

export interface JestReading {
  readonly fallback: ProjectConfig;
  /** The repository's own; null: none is installed. */
  readonly version: string | null;
  readonly esm: boolean;
  /** `--env` in the script that runs the tests. */
  readonly environment: string | null;
  readonly babelPlugins: readonly string[];
}

export function readJestConfig(raw: RawJestConfig, reading: JestReading): SuiteConfig {
  const unsupported: Unsupported[] = [];
  for (const { what, advice } of listOf(raw.problems).map(fields) as unknown as RawJestConfig["problems"])
    unsupported.push({ what, advice, affects: true });
  const projects = raw.projects.map((project) => readProject(project, reading, unsupported));
  return {
    file: raw.file?.replace(`${SANDBOX_ROOT}/`, "") ?? null,
    projects,
    unsupported: [...new Map(unsupported.map((entry) => [entry.what, entry])).values()],
    notes: [],
  };
}

type Cannot = (what: string, affects?: boolean, advice?: string) => void;

function readProject(raw: RawJestProject, reading: JestReading, unsupported: Unsupported[]): ProjectConfig {
  const config = fields(raw.config);
  const { fallback } = reading;
  const root =
    typeof config["rootDir"] === "string" ? absolute(config["rootDir"].replace("<rootDir>", raw.root), raw.root) : raw.root;
  const inRoot = (text: string): string => text.replaceAll("<rootDir>", root);
  /** For a pattern: what the folder's name holds is meant as it stands. */
  const asPattern = (text: string): string => text.replaceAll("<rootDir>", root.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const patterns = (key: string, otherwise: readonly string[]): readonly string[] =>
    config[key] === undefined ? otherwise : strings(config[key]).map(asPattern);
  const flag = (key: string): boolean => config[key] === true;
  const cannot: Cannot = (what, affects = true, advice = "run this repository in the Node or WebContainer sandbox") => {
    unsupported.push({ what, advice, affects });
  };

  for (const [key, value] of Object.entries(config)) {
    if (HONOURED.has(key) || WITHOUT_EFFECT.has(key) || key === "projects") continue;
    if (value === false || value === null || (Array.isArray(value) && value.length === 0)) continue;
    cannot(`Jest's ${key}`);
  }
  const runner = config["testRunner"];
  if (typeof runner === "string" && !runner.includes("circus")) cannot(`Jest's testRunner "${runner}"`);
  const preset = config["preset"];
  const replaced = new Set<string>();
  if (typeof preset === "string") {
    if (REPLACED.test(preset)) replaced.add(preset);
    else cannot(`the Jest preset "${preset}"`);
  }
  const byBabel = readTransforms(config, typeof preset === "string" && REPLACED.test(preset), replaced, cannot);
  for (const name of replaced) cannot(`the transform ${name}`, false, REPLACED_ADVICE);
  if (byBabel) for (const plugin of reading.babelPlugins) cannot(`the Babel plugin "${plugin}"`);

  const timers = fields(config["fakeTimers"]);
  const faked = timers["enableGlobally"] === true || ["fake", "modern", "legacy"].includes(String(config["timers"]));
  if (timers["legacyFakeTimers"] === true || config["timers"] === "legacy") cannot("Jest's legacy fake timers");
  const testTimeout = typeof config["testTimeout"] === "number" ? config["testTimeout"] : 5000;
  const major = Number(/^(\d+)/.exec(reading.version ?? "30")?.[1] ?? 30);
  const testRegex = patterns("testRegex", []);
  const environment = readEnvironment(config, reading, major, cannot);
  const serializers = strings(config["snapshotSerializers"]).map((path) => modulePath(inRoot(path), root));

  return {
    ...fallback,
    name: nameOf(config["displayName"]),
    root,
    dir: root,
    include:
      testRegex.length > 0
        ? testRegex
        : config["testMatch"] === undefined
          ? testMatch(major)
          : strings(config["testMatch"]).map(inRoot),
    exclude: ["**/node_modules/**"],
    environment: environment.name,
    environmentOptions: environment.options,
    setupFiles: [
      ...strings(config["setupFiles"]),
      ...strings(config["setupTestFrameworkScriptFile"]),
      ...strings(config["setupFilesAfterEnv"]),
    ].map((path) => modulePath(inRoot(path), root)),
    alias: readMapper(config["moduleNameMapper"], inRoot, cannot),
    mainFields: ["main"],
    define: readGlobals(config["globals"], cannot),
    testTimeout,
    hookTimeout: testTimeout,
    passWithNoTests: true,
    clearMocks: flag("clearMocks"),
    mockReset: flag("resetMocks"),
    restoreMocks: flag("restoreMocks"),
    sequence: { ...fallback.sequence, hooks: "list", setupFiles: "list" },
    snapshotFormat: {
      ...(major < 29 ? { escapeString: true, printBasicPrototype: true } : { escapeString: false, printBasicPrototype: false }),
      ...fields(config["snapshotFormat"]),
    },
    snapshotSerializers: serializers,
    interopDefault: true,
    runner: "jest",
    jest: {
      roots: config["roots"] === undefined ? [root] : strings(config["roots"]).map((path) => absolute(inRoot(path), root)),
      testRegex,
      ignoredTests: [...patterns("testPathIgnorePatterns", ["/node_modules/"]), ...patterns("modulePathIgnorePatterns", [])],
      untransformed: patterns("transformIgnorePatterns", ["/node_modules/"]),
      extensions: (config["moduleFileExtensions"] === undefined
        ? ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "json", "node"]
        : strings(config["moduleFileExtensions"])
      ).map((extension) => `.${extension}`),
      conditions: environment.conditions,
      modulePaths: readModulePaths(config, root, inRoot),
      esm: reading.esm,
      resetModules: flag("resetModules"),
      fakeTimers: faked ? timers : null,
    },
  };
}

/** A path begins with a dot or a slash; everything else is a package's. */
const modulePath = (path: string, root: string): string => (/^[./]/.test(path) ? absolute(path, root) : path);

const nameOf = (displayName: unknown): string => {
  const name = isFields(displayName) ? displayName["name"] : displayName;
  return typeof name === "string" ? name : "";
};

/** @see https://jestjs.io/docs/configuration#testmatch-arraystring */
const testMatch = (major: number): readonly string[] =>
  major < 30
    ? ["**/__tests__/**/*.[jt]s?(x)", "**/?(*.)+(spec|test).[jt]s?(x)"]
    : ["**/__tests__/**/*.?([mc])[jt]s?(x)", "**/?(*.)+(spec|test).?([mc])[jt]s?(x)"];

/** @returns whether Babel is among them, as it is where nothing is said. */
function readTransforms(config: Fields, isPreset: boolean, replaced: Set<string>, cannot: Cannot): boolean {
  if (config["transform"] === undefined || config["transform"] === null) return !isPreset;
  let byBabel = false;
  for (const value of Object.values(fields(config["transform"]))) {
    const [name, options] = listOf(value);
    if (typeof name !== "string") cannot("a transform that is no module");
    else if (REPLACED.test(name)) replaced.add(shortName(name));
    else cannot(`the transform "${withoutRoot(name)}"`);
    if (typeof name !== "string" || !name.includes("babel-jest")) continue;
    byBabel = true;
    for (const plugin of babelPlugins(options)) cannot(`the Babel plugin "${plugin}"`);
  }
  return byBabel;
}

const shortName = (name: string): string => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? name;

function readEnvironment(
  config: Fields,
  reading: JestReading,
  major: number,
  cannot: Cannot,
): { readonly name: string; readonly options: Readonly<Record<string, unknown>>; readonly conditions: readonly string[] } {
  const asked = reading.environment ?? (typeof config["testEnvironment"] === "string" ? config["testEnvironment"] : null);
  // Before 27 a browser was what Jest took for granted.
  const written = asked ?? (major < 27 ? "jsdom" : "node");
  const short = shortName(written);
  const name = JEST_ENVIRONMENTS[short] ?? short;
  const isDom = name === "jsdom" || name === "happy-dom";
  if (!isDom && name !== "node") cannot(`the test environment "${withoutRoot(written)}"`);
  const { customExportConditions, ...options } = fields(config["testEnvironmentOptions"]);
  const url = config["testURL"] ?? options["url"] ?? "http://localhost/";
  return {
    name: isDom ? name : "node",
    options: isDom ? { [name === "jsdom" ? "jsdom" : "happyDOM"]: { ...options, url } } : {},
    conditions:
      customExportConditions === undefined ? (isDom ? ["browser"] : ["node", "node-addons"]) : strings(customExportConditions),
  };
}

/** A pattern may match anywhere in what is asked for, and the whole of it is replaced. */
function readMapper(mapper: unknown, inRoot: (text: string) => string, cannot: Cannot): readonly AliasRule[] {
  return Object.entries(fields(mapper)).flatMap(([pattern, value]): readonly AliasRule[] => {
    const [replacement] = strings(value);
    if (replacement === undefined) {
      cannot(`Jest's moduleNameMapper for ${pattern}`);
      return [];
    }
    const source = inRoot(pattern);
    try {
      new RegExp(source);
    } catch {
      cannot(`Jest's moduleNameMapper for ${pattern}`);
      return [];
    }
    return [{ pattern: `^[\\s\\S]*?(?:${source})[\\s\\S]*$`, flags: "", replacement: inRoot(replacement) }];
  });
}

function readGlobals(globals: unknown, cannot: Cannot): Readonly<Record<string, string>> {
  const define: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields(globals))) {
    if (name === "ts-jest" || name === "babel-jest") continue;
    if (/^[A-Za-z_$][\w$]*$/.test(name)) define[name] = JSON.stringify(value);
    else cannot(`Jest's global "${name}"`);
  }
  return define;
}

function readModulePaths(config: Fields, root: string, inRoot: (text: string) => string): JestOptions["modulePaths"] {
  return [...strings(config["modulePaths"]), ...strings(config["moduleDirectories"]).filter((name) => name !== "node_modules")].map(
    (path) => absolute(inRoot(path), root),
  );
}

/** Syntax that every engine has by now, and what the presets bring along. */
const HARMLESS_BABEL =
  /^(?:@babel\/|babel-)?(?:plugin-)?(?:syntax-.*|(?:proposal|transform)-(?:class-properties|class-static-block|object-rest-spread|optional-chaining|nullish-coalescing-operator|private-.*|numeric-separator|logical-assignment-operators|optional-catch-binding|async-.*|dynamic-import|export-namespace-from|json-strings|unicode-.*|runtime|regenerator|modules-commonjs|typescript|react-.*|arrow-functions|destructuring|spread|parameters|classes|block-scoping|template-literals|shorthand-properties|computed-properties|for-of)|dynamic-import-node|istanbul)$/;
const HARMLESS_PRESETS = /^(?:@babel\/)?(?:preset-)?(?:env|typescript|react)$/;

/** Plugins, and presets that are more than syntax, of Babel options. */
export function babelPlugins(options: unknown): readonly string[] {
  const { plugins, presets, env } = fields(options);
  const name = (entry: unknown): string => {
    const [first] = Array.isArray(entry) ? (entry as readonly unknown[]) : [entry];
    return typeof first === "string" ? first : "a plugin without a name";
  };
  return [
    ...listOf(plugins)
      .map(name)
      .filter((plugin) => !HARMLESS_BABEL.test(plugin)),
    ...listOf(presets)
      .map(name)
      .filter((preset) => !HARMLESS_PRESETS.test(preset)),
    ...(fields(env)["test"] === undefined ? [] : babelPlugins(fields(env)["test"])),
  ];
}
