/** Vitest's defaults, and which files of a snapshot a project's patterns name. */
import picomatch from "picomatch";
import type { RepoPath, SnapshotEntry } from "../../../core/snapshot/index.ts";
import type { ProjectConfig } from "../../../protocol/sandbox-config.ts";
import { SANDBOX_ROOT } from "../../../protocol/sandbox-files.ts";

export function defaultProject(packageRoot: string): ProjectConfig {
  return {
    name: "",
    root: packageRoot === "" ? SANDBOX_ROOT : `${SANDBOX_ROOT}/${packageRoot}`,
    include: ["**/*.{test,spec}.?(c|m)[jt]s?(x)"],
    exclude: ["**/node_modules/**", "**/.git/**"],
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
    diff: null,
    expect: {},
    interopDefault: true,
    inline: [],
    testNamePattern: null,
    provide: {},
    jsx: null,
    tsconfigPaths: false,
    cssModules: "stable",
    runner: "vitest",
  };
}

const MATCH = { dot: true, posixSlashes: true } as const;

/** Paths relative to the repository, in the order of the listing. */
export function testFiles(
  project: ProjectConfig,
  entries: readonly SnapshotEntry[],
  textOf: (entry: SnapshotEntry) => string,
): readonly RepoPath[] {
  const prefix = project.root === SANDBOX_ROOT ? "" : `${project.root.slice(SANDBOX_ROOT.length + 1)}/`;
  const included = matcher(project.include, project.root);
  const inSource = matcher(project.includeSource, project.root);
  const excluded = matcher(project.exclude, project.root);
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

function matcher(patterns: readonly string[], root: string): (path: string) => boolean {
  const relative = patterns.map((pattern) =>
    pattern.startsWith(`${root}/`) ? pattern.slice(root.length + 1) : pattern.replace(/^\.\//, ""),
  );
  const tests = relative.map((pattern) => picomatch(pattern, MATCH));
  return (path) => tests.some((test) => test(path));
}

/** `@vitest-environment` and `@jest-environment` in a file's comments decide for that file. */
export function docblockEnvironment(
  source: string,
): { readonly name: string; readonly options: Readonly<Record<string, unknown>> } | null {
  const name = /@(?:vitest|jest)-environment\s+([\w-]+)\b/.exec(source)?.[1];
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
