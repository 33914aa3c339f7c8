/**
 * The Prettier options of one file, found as Prettier's own command line finds them: the nearest configuration above
 * the file, `.editorconfig` below it in rank, `overrides` by glob. What is a program (prettier.config.js) is not run here.
 */
import picomatch from "picomatch";
import { parse as parseYaml } from "yaml";
import { parse as parseJsonc } from "jsonc-parser";
import type { FileTree } from "../typecheck/file-tree.ts";
import { ROOT } from "../typecheck/repository.ts";
import { parseJson } from "../typecheck/workspaces.ts";
import { err, ok, type Result } from "../../src/core/result.ts";
import { editorconfigOptions } from "./editorconfig.ts";
import { foldersAbove } from "./folders-above.ts";

export type Options = Readonly<Record<string, unknown>>;

const DATA_FILES = [".prettierrc", ".prettierrc.json", ".prettierrc.yaml", ".prettierrc.yml", ".prettierrc.json5"] as const;
const PROGRAM_FILES = ["js", "ts", "mjs", "mts", "cjs", "cts"].flatMap((ext) => [`.prettierrc.${ext}`, `prettier.config.${ext}`]);

export interface FoundConfig {
  /** Absolute folder that globs in it are relative to. */
  readonly folder: string;
  readonly options: Options;
}
export type ConfigProblem = { readonly path: string; readonly what: string };

const isOptions = (raw: unknown): raw is Options => typeof raw === "object" && raw !== null && !Array.isArray(raw);

function readData(name: string, text: string): Result<Options, string> {
  try {
    const value: unknown =
      name.endsWith(".json") || name.endsWith(".json5") ? parseJsonc(text, [], { allowTrailingComma: true }) : parseYaml(text);
    if (value === null || value === undefined) return ok({});
    return isOptions(value)
      ? ok(value)
      : err(typeof value === "string" ? "it names a shared configuration" : "it is not an object");
  } catch (reason) {
    return err(reason instanceof Error ? reason.message : String(reason));
  }
}

function configIn(files: FileTree, folder: string): Result<FoundConfig | null, ConfigProblem> {
  const manifest = parseJson(files.text(`${folder}/package.json`));
  const key = manifest?.["prettier"];
  if (isOptions(key)) return ok({ folder, options: key });
  if (typeof key === "string") return err({ path: `${folder}/package.json`, what: `the shared configuration ${key}` });
  for (const name of DATA_FILES) {
    const text = files.text(`${folder}/${name}`);
    if (text === undefined) continue;
    const read = readData(name, text);
    return read.ok ? ok({ folder, options: read.value }) : err({ path: `${folder}/${name}`, what: `${name}: ${read.error}` });
  }
  for (const name of [...PROGRAM_FILES, ".prettierrc.toml"]) {
    if (files.file(`${folder}/${name}`) !== undefined) {
      const kind = name.endsWith(".toml") ? "a TOML configuration" : "a configuration that is a program";
      return err({ path: `${folder}/${name}`, what: `${kind} (${name})` });
    }
  }
  return ok(null);
}

export function configFor(files: FileTree, path: string): Result<FoundConfig | null, ConfigProblem> {
  for (const folder of foldersAbove(path)) {
    const found = configIn(files, folder);
    if (!found.ok || found.value !== null) return found;
  }
  return ok(null);
}

const list = (raw: unknown): readonly string[] =>
  typeof raw === "string" ? [raw] : Array.isArray(raw) ? raw.filter((item): item is string => typeof item === "string") : [];

function matches(globs: readonly string[], path: string): boolean {
  return globs.some((glob) => picomatch(glob, { dot: true, basename: !glob.includes("/") })(path));
}

export function optionsFor(files: FileTree, path: string, found: FoundConfig | null): Options {
  const base = editorconfigOptions(files, path);
  if (found === null) return base;
  const { overrides, $schema: _schema, ...own } = found.options;
  const merged: Record<string, unknown> = { ...base, ...own };
  const relative = `${ROOT}/${path}`.slice(found.folder.length + 1);
  for (const override of Array.isArray(overrides) ? (overrides as readonly unknown[]) : []) {
    if (!isOptions(override) || !isOptions(override["options"])) continue;
    if (matches(list(override["files"]), relative) && !matches(list(override["excludeFiles"]), relative)) {
      Object.assign(merged, override["options"]);
    }
  }
  return merged;
}
