/**
 * The tree that a run sees: the snapshot, with what configures the run taken from the inputs (base). A role that got
 * round its mask and left a vitest.config.ts behind changes nothing about the run.
 */
import type { SnapshotEntry, SnapshotFiles } from "../../../core/snapshot/index.ts";

const CONFIGURATION = [
  /^(vitest|vite)\.config\.[cm]?[jt]s$/,
  /^vitest\.(workspace|projects)\.([cm]?[jt]s|json)$/,
  /^(tsconfig|jsconfig)([.-][\w.-]+)?\.json$/,
  /^package\.json$/,
  /^(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|bun\.lockb?)$/,
  /^\.env(\..+)?$/,
  /^\.npmrc$/,
  /^(\.prettierrc(\..+)?|prettier\.config\.[cm]?[jt]s|\.prettierignore|\.editorconfig|biome\.jsonc?)$/,
  /\.snap$/,
];

export function configuresRun(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return CONFIGURATION.some((pattern) => pattern.test(name));
}

export function withInputs(snapshot: SnapshotFiles, inputs: SnapshotFiles): SnapshotFiles {
  if (snapshot.oid === inputs.oid) return snapshot;
  const known = new Map(inputs.entries.filter((entry) => configuresRun(entry.path)).map((entry) => [entry.path, entry]));
  const entries: SnapshotEntry[] = snapshot.entries.filter((entry) => !configuresRun(entry.path));
  entries.push(...known.values());
  entries.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { ...snapshot, entries, blobs: new Map([...snapshot.blobs, ...inputs.blobs]) };
}
