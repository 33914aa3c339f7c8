/** Vitest's defaults, and which files of a snapshot a project's patterns name. */
import picomatch from "picomatch";
import type { RepoPath, SnapshotEntry } from "../../../core/snapshot/index.ts";
import type { JestOptions, ProjectConfig } from "../../../protocol/sandbox-config.ts";
import { SANDBOX_ROOT } from "../../../protocol/sandbox-files.ts";

/** Vitest 4 looks into more folders than the versions before it. */
const EXCLUDE = ["**/node_modules/**", "**/.git/**"];
const EXCLUDE_BEFORE_4 = [
  "**/node_modules/**",
  "**/dist/**",
  "**/cypress/**",
  "**/.{idea,git,cache,output,temp}/**",
  "**/{karma,rollup,webpack,vite,vitest,jest,ava,babel,nyc,cypress,tsup,build,eslint,prettier}.config.*",
];

export function defaultProject(packageRoot: string, installedVitest: string | null): ProjectConfig {
  const root = packageRoot === "" ? SANDBOX_ROOT : `${SANDBOX_ROOT}/${packageRoot}`;
  const major = Number(/^(\d+)/.exec(installedVitest ?? "4")?.[1] ?? 4);
  return {
    name: "",
    root,
    dir: root,
    include: ["**/*.{test,spec}.?(c|m)[jt]s?(x)"],
    exclude: major >= 4 ? EXCLUDE : EXCLUDE_BEFORE_4,
    includeSource: [],
    environment: "node",
    environmentOptions: {},
    environmentMatchGlobs: [],
    globals: false,
    isolate: true,
    setupFiles: [],
    alias: [],
    conditions: ["development"],
    mainFields: ["main", "module"],
    extensions: [".mjs", ".js", ".mts", ".ts", ".jsx", ".tsx", ".json"],
    dedupe: [],
    define: {},
    env: {},
    mode: "test",
    base: "/",
    testTimeout: 5000,
    hookTimeout: 10000,
    retry: 0,
    maxConcurrency: 5,
    passWithNoTests: false,
    allowOnly: true,
    clearMocks: false,
    mockReset: false,
    restoreMocks: false,
    unstubEnvs: false,
    unstubGlobals: false,
    dangerouslyIgnoreUnhandledErrors: false,
    sequence: { shuffle: false, concurrent: false, seed: 1, hooks: "stack", setupFiles: "parallel" },
    fakeTimers: {},
    chaiConfig: null,
    snapshotFormat: {},
    snapshotSerializers: [],
    snapshotPaths: {},
    diff: null,
    expect: {},
    interopDefault: true,
    inline: [],
    testNamePattern: null,
    provide: {},
    jsx: null,
    tsconfigPaths: false,
    cssModules: "stable",
    typeTests: null,
    runner: "vitest",
    jest: null,
  };
}

/** The files of a project that are judged by the type check alone. */
export function typeTestFiles(project: ProjectConfig, entries: readonly SnapshotEntry[]): readonly RepoPath[] {
  if (project.typeTests === null) return [];
  const { include, exclude } = project.typeTests;
  return testFiles({ ...project, include, exclude, includeSource: [] }, entries, () => "");
}

const MATCH = { dot: true, posixSlashes: true } as const;

/** Paths relative to the repository, in the order of the listing. */
export function testFiles(
  project: ProjectConfig,
  entries: readonly SnapshotEntry[],
  textOf: (entry: SnapshotEntry) => string,
): readonly RepoPath[] {
  if (project.jest !== null) return jestTestFiles(project, project.jest, entries);
  const { dir } = project;
  const prefix = dir === SANDBOX_ROOT ? "" : `${dir.slice(SANDBOX_ROOT.length + 1)}/`;
  const included = matcher(project.include, dir);
  const inSource = matcher(project.includeSource, dir);
  const excluded = matcher(project.exclude, dir);
  const out: RepoPath[] = [];
  for (const entry of entries) {
    if (entry.mode === "120000" || !entry.path.startsWith(prefix)) continue;
    const path = entry.path.slice(prefix.length);
    if (excluded(path)) continue;
    if (included(path) || (project.includeSource.length > 0 && inSource(path) && textOf(entry).includes("import.meta.vitest")))
      out.push(entry.path);
  }
  return out;
}

/** Jest's patterns look at absolute paths. @see https://jestjs.io/docs/configuration#testmatch-arraystring */
function jestTestFiles(project: ProjectConfig, jest: JestOptions, entries: readonly SnapshotEntry[]): readonly RepoPath[] {
  const regexes = jest.testRegex.map((source) => new RegExp(source));
  const ignored = jest.ignoredTests.map((source) => new RegExp(source));
  const negated = project.include.filter((pattern) => pattern.startsWith("!")).map((pattern) => picomatch(pattern.slice(1), MATCH));
  const included = project.include.filter((pattern) => !pattern.startsWith("!")).map((pattern) => picomatch(pattern, MATCH));
  const isTest = (path: string): boolean =>
    regexes.length > 0
      ? regexes.some((regex) => regex.test(path))
      : included.some((match) => match(path)) && !negated.some((match) => match(path));
  return entries
    .filter(({ mode, path }) => {
      const absolute = `${SANDBOX_ROOT}/${path}`;
      return (
        mode !== "120000" &&
        !absolute.includes("/node_modules/") &&
        jest.roots.some((root) => absolute.startsWith(`${root}/`)) &&
        jest.extensions.some((extension) => path.endsWith(extension)) &&
        isTest(absolute) &&
        !ignored.some((regex) => regex.test(absolute))
      );
    })
    .map(({ path }) => path);
}

function matcher(patterns: readonly string[], root: string): (path: string) => boolean {
  const relative = patterns.map((pattern) =>
    pattern.startsWith(`${root}/`) ? pattern.slice(root.length + 1) : pattern.replace(/^\.\//, ""),
  );
  const tests = relative.map((pattern) => picomatch(pattern, MATCH));
  return (path) => tests.some((test) => test(path));
}

/** What Jest's environments are called here. */
export const JEST_ENVIRONMENTS: Readonly<Record<string, string>> = {
  "jest-environment-node": "node",
  "jest-environment-jsdom": "jsdom",
  "jest-fixed-jsdom": "jsdom",
  "@happy-dom/jest-environment": "happy-dom",
};

/** `@vitest-environment` and `@jest-environment` in a file's comments decide for that file. */
export function docblockEnvironment(
  source: string,
): { readonly name: string; readonly options: Readonly<Record<string, unknown>> } | null {
  const written = /@(?:vitest|jest)-environment\s+([\w@/-]+)/.exec(source)?.[1];
  const name = written === undefined ? undefined : (JEST_ENVIRONMENTS[written] ?? written);
  if (name === undefined) return null;
  const raw = /@(?:vitest|jest)-environment-options\s+(.+)/.exec(source)?.[1];
  let options: Record<string, unknown> = {};
  if (raw !== undefined) {
    try {
      options = JSON.parse(raw) as Record<string, unknown>;
    } catch {
      options = {};
    }
  }
  return { name, options };
}

export function environmentOf(
  project: ProjectConfig,
  path: string,
  source: string,
): { readonly environment: string; readonly options: Readonly<Record<string, unknown>> } {
  const fromFile = docblockEnvironment(source);
  if (fromFile !== null) {
    const key = fromFile.name === "happy-dom" ? "happyDOM" : fromFile.name;
    return {
      environment: fromFile.name,
      options: { ...project.environmentOptions, ...(Object.keys(fromFile.options).length > 0 ? { [key]: fromFile.options } : {}) },
    };
  }
  const relative = path.slice(project.root.length - SANDBOX_ROOT.length);
  const globbed = project.environmentMatchGlobs.find(([glob]) => picomatch(glob, MATCH)(relative.replace(/^\//, "")));
  return { environment: globbed?.[1] ?? project.environment, options: project.environmentOptions };
}
