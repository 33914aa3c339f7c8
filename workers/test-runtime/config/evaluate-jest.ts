/** Evaluates a repository's Jest configuration, in the untrusted worker, with the configurations of its projects. */
import type { RawJestConfig, RawJestProject } from "../../../src/protocol/sandbox-raw-config.ts";
import { normalise, type FileView } from "../../sandbox-host/files.ts";
import { directoryOf } from "../../sandbox-host/resolver.ts";
import { plainValue } from "./plain.ts";

type Config = Record<string, unknown>;
const isObject = (value: unknown): value is Config => typeof value === "object" && value !== null && !Array.isArray(value);

export interface JestEvaluation {
  readonly file: string;
  readonly files: FileView;
  /** As an ES module. */
  load(path: string): Promise<unknown>;
  /** As CommonJS. */
  require(path: string): unknown;
  readonly problems: readonly { readonly what: string; readonly advice: string }[];
}

const NAMES = [".js", ".ts", ".mjs", ".cjs", ".json"].map((extension) => `jest.config${extension}`);

export async function evaluateJestConfig(input: JestEvaluation): Promise<RawJestConfig> {
  const { file, files, problems } = input;
  const own = await loadConfig(file, input);
  const root = rootOf(own, directoryOf(file));
  const { projects: listed, ...shared } = own;
  if (!Array.isArray(listed) || listed.length === 0)
    return { file, projects: [{ file, root: directoryOf(file), config: plainValue(shared) }], problems };
  const projects: RawJestProject[] = [];
  for (const entry of listed as readonly unknown[]) {
    if (isObject(entry)) projects.push({ file, root, config: plainValue(entry) });
    if (typeof entry !== "string") continue;
    for (const path of await expand(normalise(absolute(entry.replaceAll("<rootDir>", root), root)), files)) {
      const config = files.isFile(path) ? path : configIn(path, files);
      const value = config === null ? {} : await loadConfig(config, input);
      projects.push({ file: config, root: config === null ? path : directoryOf(config), config: plainValue(value) });
    }
  }
  return { file, projects, problems };
}

const absolute = (path: string, root: string): string => (path.startsWith("/") ? path : `${root}/${path}`);
const rootOf = (config: Config, directory: string): string =>
  typeof config["rootDir"] === "string" ? normalise(absolute(config["rootDir"], directory)) : directory;

function configIn(directory: string, files: FileView): string | null {
  const found = NAMES.map((name) => `${directory}/${name}`).find((path) => files.isFile(path));
  if (found !== undefined) return found;
  const json = `${directory}/package.json`;
  return files.isFile(json) ? json : null;
}

/** Folders and files that a pattern names. */
async function expand(pattern: string, files: FileView): Promise<readonly string[]> {
  if (files.isFile(pattern) || files.isDirectory(pattern)) return [pattern];
  const { default: picomatch } = await import("picomatch");
  const matches = picomatch(pattern);
  const found = new Set<string>();
  for (const path of files.paths()) {
    if (path.includes("/node_modules/")) continue;
    if (matches(path)) found.add(path);
    for (let directory = directoryOf(path); directory !== "/"; directory = directoryOf(directory))
      if (matches(directory) && configIn(directory, files) !== null) found.add(directory);
  }
  return [...found].sort();
}

async function loadConfig(path: string, input: JestEvaluation): Promise<Config> {
  let value = await read(path, input);
  for (let depth = 0; depth < 3; depth++) {
    value = await value;
    if (typeof value !== "function") break;
    value = (value as () => unknown)();
  }
  if (!isObject(value)) throw new Error(`${path} does not export a configuration object`);
  return value;
}

async function read(path: string, { files, load, require }: JestEvaluation): Promise<unknown> {
  if (path.endsWith(".json")) {
    const json = JSON.parse(files.text(path)) as Config;
    return path.endsWith("/package.json") ? (json["jest"] ?? {}) : json;
  }
  const exported = isCommonJs(files.text(path)) && /\.c?js$/.test(path) ? require(path) : await load(path);
  return isObject(exported) && "default" in exported ? exported["default"] : exported;
}

const isCommonJs = (code: string): boolean => !/^\s*(?:import\s*[\w{*"']|export\s+default\b)/m.test(code);
