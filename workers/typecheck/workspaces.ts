/**
 * Packages of a monorepo, which a package manager would link into node_modules. Without the links every import of a
 * sibling package would be a false "cannot find module".
 */
import picomatch from "picomatch";
import { parse as parseYaml } from "yaml";
import type { FileTree } from "./file-tree.ts";

export interface WorkspacePackage {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
}

export function parseJson(text: string | undefined): Readonly<Record<string, unknown>> | null {
  if (text === undefined) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null; // A manifest that can't be read declares nothing; the suite will say so by itself.
  }
}

const strings = (raw: unknown): readonly string[] =>
  Array.isArray(raw) ? raw.filter((item): item is string => typeof item === "string") : [];

function workspaceGlobs(files: FileTree, root: string): readonly string[] {
  const declared = parseJson(files.text(`${root}/package.json`))?.["workspaces"];
  const nested = typeof declared === "object" && declared !== null && "packages" in declared ? declared.packages : declared;
  const pnpm = files.text(`${root}/pnpm-workspace.yaml`);
  if (pnpm === undefined) return strings(nested);
  try {
    const parsed: unknown = parseYaml(pnpm);
    return typeof parsed === "object" && parsed !== null && "packages" in parsed ? strings(parsed.packages) : strings(nested);
  } catch {
    return strings(nested);
  }
}

export function workspacePackages(files: FileTree, root: string): readonly WorkspacePackage[] {
  const globs = workspaceGlobs(files, root).map((glob) => glob.replace(/^\.\//, "").replace(/\/$/, ""));
  if (globs.length === 0) return [];
  const included = picomatch(globs.filter((glob) => !glob.startsWith("!")));
  const excluded = globs.filter((glob) => glob.startsWith("!")).map((glob) => picomatch(glob.slice(1)));
  const found: WorkspacePackage[] = [];
  const visit = (folder: string, depth: number): void => {
    if (depth > 6) return;
    for (const name of files.entries(folder).directories) {
      if (name === "node_modules" || name.startsWith(".")) continue;
      const child = `${folder}/${name}`;
      const relative = child.slice(root.length + 1);
      if (included(relative) && !excluded.some((matches) => matches(relative))) {
        const packageName = parseJson(files.text(`${child}/package.json`))?.["name"];
        if (typeof packageName === "string" && packageName !== "") found.push({ name: packageName, folder: child });
      }
      visit(child, depth + 1);
    }
  };
  visit(root, 0);
  return found;
}
