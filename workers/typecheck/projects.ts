/**
 * Which TypeScript projects a repository has: its tsconfig, read by TypeScript itself, and every project that it
 * references. A solution file alone (`files: []`) checks nothing, and nothing checked would look like no error.
 */
import type ts from "typescript";
import { ROOT, type Repository } from "./repository.ts";
import { parseJson } from "./workspaces.ts";

export type TypeScript = typeof ts;

/** In every TypeScript since 2.0, though not in its public declarations. */
interface Internals {
  matchFiles(
    path: string,
    extensions: readonly string[] | undefined,
    excludes: readonly string[] | undefined,
    includes: readonly string[] | undefined,
    useCaseSensitiveFileNames: boolean,
    currentDirectory: string,
    depth: number | undefined,
    entries: (path: string) => { readonly files: readonly string[]; readonly directories: readonly string[] },
    realpath: (path: string) => string,
    directoryExists: (path: string) => boolean,
  ): string[];
}

export interface Project {
  readonly configPath: string;
  readonly parsed: ts.ParsedCommandLine;
}

/** Absolute path of the tsconfig that stands for the package, or null. */
export function configPathOf(repository: Repository): string | null {
  const { configuration, packageRoot } = repository;
  const named = `${packageRoot}/tsconfig.json`;
  if (configuration.file(named) !== undefined) return named;
  const scripts = parseJson(configuration.text(`${packageRoot}/package.json`))?.["scripts"];
  for (const script of Object.values(typeof scripts === "object" && scripts !== null ? scripts : {})) {
    const match =
      typeof script === "string" ? /\btsc\b[^&|;]*?\s(?:-p|--project|-b|--build)\s+["']?([\w@./-]+)/.exec(script) : null;
    if (match?.[1] === undefined) continue;
    const path = `${packageRoot}/${match[1].replace(/^\.\//, "").replace(/\/$/, "")}`;
    if (configuration.file(path) !== undefined) return path;
    if (configuration.file(`${path}/tsconfig.json`) !== undefined) return `${path}/tsconfig.json`;
  }
  const above = `${ROOT}/tsconfig.json`;
  return configuration.file(above) === undefined ? null : above;
}

export function parseHost(
  ts: TypeScript,
  repository: Repository,
  onError: (diagnostic: ts.Diagnostic) => void,
): ts.ParseConfigFileHost {
  const { files, configuration } = repository;
  return {
    useCaseSensitiveFileNames: true,
    getCurrentDirectory: () => repository.packageRoot,
    fileExists: (path) => configuration.file(path) !== undefined,
    readFile: (path) => configuration.text(path),
    readDirectory: (path, extensions, excludes, includes, depth) =>
      (ts as unknown as Internals).matchFiles(
        path,
        extensions,
        excludes,
        includes,
        true,
        repository.packageRoot,
        depth,
        (directory) => files.entries(directory),
        (directory) => files.realpath(directory),
        (directory) => files.directoryExists(directory),
      ),
    onUnRecoverableConfigFileDiagnostic: onError,
  };
}

/** The project and all that it references, each once, referenced ones first. */
export function projectsOf(
  ts: TypeScript,
  repository: Repository,
  configPath: string,
): { readonly projects: readonly Project[]; readonly broken: readonly ts.Diagnostic[] } {
  const broken: ts.Diagnostic[] = [];
  const seen = new Set<string>();
  const projects: Project[] = [];
  const host = parseHost(ts, repository, (diagnostic) => broken.push(diagnostic));
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const parsed = ts.getParsedCommandLineOfConfigFile(path, { noEmit: true }, host);
    if (parsed === undefined) return;
    for (const reference of parsed.projectReferences ?? []) visit(ts.resolveProjectReferencePath(reference));
    projects.push({ configPath: path, parsed });
  };
  visit(configPath);
  return { projects, broken };
}
