/**
 * Evaluates the repository's test configuration, in the untrusted worker: it is code. What leaves is plain data with
 * marks where a value was a function or a pattern; reading it is the page's work.
 */
import type { RawConfig, RawProject } from "../../../src/protocol/sandbox-raw-config.ts";
import type { FileView } from "../../sandbox-host/files.ts";
import { normalise } from "../../sandbox-host/files.ts";
import { directoryOf } from "../../sandbox-host/resolver.ts";
import { mergeConfig } from "./merge.ts";
import { plainValue } from "./plain.ts";

type Config = Record<string, unknown>;

export interface ConfigEvaluation {
  readonly file: string | null;
  readonly root: string;
  readonly files: FileView;
  load(path: string): Promise<unknown>;
  readonly problems: readonly { readonly what: string; readonly advice: string }[];
}

const ENV = { command: "serve", mode: "test", isSsrBuild: false, isPreview: false } as const;
const isObject = (value: unknown): value is Config => typeof value === "object" && value !== null && !Array.isArray(value);

export async function evaluateConfig(input: ConfigEvaluation): Promise<RawConfig> {
  const { file, root } = input;
  const base = file === null ? {} : await loadConfig(file, input);
  const plugins = await applyPlugins(base);
  const test = isObject(plugins.config["test"]) ? plugins.config["test"] : {};
  const listed = test["projects"] ?? test["workspace"] ?? (await workspaceFile(input));
  const own = rawProject(plugins, file, root, input);
  if (!Array.isArray(listed)) return { file, projects: [own], problems: input.problems };
  const projects: RawProject[] = [];
  for (const entry of await expandProjects(listed, root, input)) {
    if (typeof entry === "string") {
      const config = /\.[cm]?[jt]s$/.test(entry) ? entry : (configIn(entry, input.files) ?? null);
      const directory = config === entry ? directoryOf(entry) : entry;
      const loaded = config === null ? {} : await loadConfig(config, input);
      projects.push(rawProject(await applyPlugins(loaded), config, directory, input));
      continue;
    }
    const inherited =
      entry["extends"] === true
        ? withoutProjects(plugins.config)
        : typeof entry["extends"] === "string"
          ? await loadConfig(normalise(`${root}/${entry["extends"]}`), input)
          : {};
    const { extends: _, ...rest } = entry;
    const ownRoot =
      typeof rest["root"] === "string" ? normalise(rest["root"].startsWith("/") ? rest["root"] : `${root}/${rest["root"]}`) : root;
    const inheritedPlugins = entry["extends"] === true ? plugins : { config: {}, marks: [], hooks: [] };
    const applied = await applyPlugins(mergeConfig(inherited, rest));
    projects.push(
      rawProject(
        {
          config: applied.config,
          marks: [...inheritedPlugins.marks, ...applied.marks],
          hooks: [...inheritedPlugins.hooks, ...applied.hooks],
        },
        file,
        ownRoot,
        input,
      ),
    );
  }
  return { file, projects, problems: input.problems };
}

function withoutProjects(config: Config): Config {
  const test = isObject(config["test"]) ? { ...config["test"] } : {};
  delete test["projects"];
  delete test["workspace"];
  return { ...config, plugins: [], test };
}

async function loadConfig(path: string, input: ConfigEvaluation): Promise<Config> {
  const module = await input.load(path);
  let value = isObject(module) && "default" in module ? module["default"] : module;
  for (let depth = 0; depth < 3; depth++) {
    value = await value;
    if (typeof value !== "function") break;
    value = (value as (env: typeof ENV) => unknown)(ENV);
  }
  if (!isObject(value)) throw new Error(`${path} does not export a configuration object`);
  return value;
}

interface Plugins {
  readonly config: Config;
  readonly marks: readonly { readonly name: string; readonly fixgate: string; readonly options: unknown }[];
  readonly hooks: readonly { readonly name: string; readonly hooks: readonly string[] }[];
}

/** `config` hooks run; what else a plugin would do is only named. */
async function applyPlugins(config: Config): Promise<Plugins> {
  const marks: { name: string; fixgate: string; options: unknown }[] = [];
  const hooks: { name: string; hooks: string[] }[] = [];
  let merged = config;
  const flat: unknown[] = [];
  const flatten = async (value: unknown): Promise<void> => {
    const settled = await value;
    if (Array.isArray(settled)) for (const one of settled) await flatten(one);
    else if (isObject(settled)) flat.push(settled);
  };
  await flatten(config["plugins"]);
  for (const plugin of flat as Config[]) {
    const name = typeof plugin["name"] === "string" ? plugin["name"] : "a plugin without a name";
    if (typeof plugin["fixgate"] === "string") {
      marks.push({ name, fixgate: plugin["fixgate"], options: plainValue(plugin["options"]) });
      continue;
    }
    const apply = plugin["apply"];
    if (
      apply === "build" ||
      (typeof apply === "function" && (apply as (config: Config, env: typeof ENV) => unknown)(merged, ENV) === false)
    )
      continue;
    const hook = plugin["config"];
    const handler =
      typeof hook === "function" ? hook : isObject(hook) && typeof hook["handler"] === "function" ? hook["handler"] : null;
    if (handler !== null) {
      const result: unknown = await (handler as (config: Config, env: typeof ENV) => unknown).call({}, merged, ENV);
      if (isObject(result)) merged = mergeConfig(merged, result);
    }
    const present = ["resolveId", "load", "transform", "transformIndexHtml", "configResolved", "configureVitest"].filter(
      (one) => plugin[one] !== undefined && plugin[one] !== null,
    );
    hooks.push({ name, hooks: present });
  }
  return { config: merged, marks, hooks };
}

function rawProject({ config, marks, hooks }: Plugins, file: string | null, root: string, input: ConfigEvaluation): RawProject {
  const test = isObject(config["test"]) ? config["test"] : {};
  const resolvePath = test["resolveSnapshotPath"];
  const snapshotPaths: Record<string, string> = {};
  if (typeof resolvePath === "function") {
    for (const path of input.files.paths()) {
      if (path.includes("/node_modules/") || !/\.[cm]?[jt]sx?$/.test(path)) continue;
      const to = (resolvePath as (path: string, extension: string, context: object) => unknown)(path, ".snap", {
        config: { root },
      });
      if (typeof to === "string") snapshotPaths[path] = to;
    }
  }
  const { plugins: _plugins, test: _test, ...vite } = config;
  return {
    file,
    root:
      typeof vite["root"] === "string" ? normalise(vite["root"].startsWith("/") ? vite["root"] : `${root}/${vite["root"]}`) : root,
    vite: plainValue(vite),
    test: plainValue({ ...test, projects: undefined, workspace: undefined }),
    marks,
    plugins: hooks,
    snapshotPaths,
  };
}

const CONFIG_FILES = ["vitest.config", "vite.config"].flatMap((name) =>
  [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"].map((extension) => name + extension),
);
export function configIn(directory: string, files: FileView): string | undefined {
  return CONFIG_FILES.map((name) => `${directory}/${name}`).find((path) => files.isFile(path));
}

async function workspaceFile(input: ConfigEvaluation): Promise<unknown> {
  for (const stem of ["vitest.workspace", "vitest.projects"]) {
    for (const extension of [".ts", ".mts", ".js", ".mjs", ".json"]) {
      const path = `${input.root}/${stem}${extension}`;
      if (!input.files.isFile(path)) continue;
      if (extension === ".json") return JSON.parse(input.files.text(path)) as unknown;
      const module = await input.load(path);
      const value: unknown = isObject(module) && "default" in module ? await module["default"] : module;
      return typeof value === "function" ? await (value as () => unknown)() : value;
    }
  }
  return undefined;
}

async function expandProjects(
  listed: readonly unknown[],
  root: string,
  input: ConfigEvaluation,
): Promise<readonly (string | Config)[]> {
  const out: (string | Config)[] = [];
  const directories = new Set<string>();
  for (const path of input.files.paths()) {
    if (path.includes("/node_modules/")) continue;
    for (
      let directory = directoryOf(path);
      directory.length > root.length && !directories.has(directory);
      directory = directoryOf(directory)
    )
      directories.add(directory);
  }
  const { default: picomatch } = await import("picomatch");
  const negated: string[] = [];
  for (const raw of listed) {
    let entry = await raw;
    if (typeof entry === "function") entry = await (entry as (env: typeof ENV) => unknown)(ENV);
    if (isObject(entry)) out.push(entry);
    if (typeof entry !== "string") continue;
    if (entry.startsWith("!")) {
      negated.push(entry.slice(1));
      continue;
    }
    const pattern = normalise(entry.startsWith("/") ? entry : `${root}/${entry}`);
    if (input.files.isFile(pattern)) out.push(pattern);
    else if (input.files.isDirectory(pattern)) out.push(pattern);
    else {
      const test = picomatch(pattern);
      for (const directory of [...directories].sort())
        if (test(directory) && (configIn(directory, input.files) !== undefined || input.files.isFile(`${directory}/package.json`)))
          out.push(directory);
      for (const path of input.files.paths())
        if (!path.includes("/node_modules/") && /\.config\.[cm]?[jt]s$/.test(path) && test(path)) out.push(path);
    }
  }
  const excluded = negated.map((pattern) => picomatch(normalise(`${root}/${pattern}`)));
  return out.filter((entry) => typeof entry !== "string" || !excluded.some((test) => test(entry)));
}
