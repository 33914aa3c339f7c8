/**
 * The tree that a run sees: the snapshot, with what configures the run taken from the inputs (base). A role that got
 * round its mask and left a vitest.config.ts behind changes nothing about the run.
 */
import type { SnapshotEntry, SnapshotFiles } from "../../core/snapshot/index.ts";

/** By the last name of a path. */
const CONFIGURATION = [
  /^(vitest|vite)\.config\.[cm]?[jt]s$/,
  /^vitest\.(workspace|projects)\.([cm]?[jt]s|json)$/,
  /^jest\.config\.([cm]?[jt]s|json)$/,
  /^(tsconfig|jsconfig)[^/]*\.json$/,
  /^package\.json$/,
  /^(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|bun\.lockb?)$/,
  /^\.env(\..+)?$/,
  /^\.npmrc$/,
  /^(\.prettierrc(\..+)?|prettier\.config\.[cm]?[jt]s|\.prettierignore|\.editorconfig|biome\.jsonc?)$/,
  /\.snap$/,
];

function configuresRun(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return CONFIGURATION.some((pattern) => pattern.test(name));
}

/** `alsoConfiguration`: paths that the configuration names, such as setup files. Sorted by path. */
export function effectiveEntries(
  snapshot: SnapshotFiles,
  inputs: SnapshotFiles,
  alsoConfiguration: ReadonlySet<string>,
): readonly SnapshotEntry[] {
  if (snapshot.oid === inputs.oid) return snapshot.entries;
  const decides = ({ path }: SnapshotEntry): boolean => configuresRun(path) || alsoConfiguration.has(path);
  return [...snapshot.entries.filter((entry) => !decides(entry)), ...inputs.entries.filter(decides)].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
}

/** Where nobody has read the configuration: the setup files that its text names. */
export function withInputs(snapshot: SnapshotFiles, inputs: SnapshotFiles): SnapshotFiles {
  const entries = effectiveEntries(snapshot, inputs, namedSetupFiles(inputs));
  return { ...snapshot, entries, blobs: new Map([...snapshot.blobs, ...inputs.blobs]) };
}

const READS_SETUP = /^(vitest|vite)\.(config|workspace|projects)\.|^jest\.config\.|^package\.json$/;
const SETUP = /\b(?:setupFiles(?:AfterEnv)?|globalSetup|snapshotSerializers)["']?\s*:\s*(\[[^\]]*\]|["'`][^"'`]+["'`])/g;

function namedSetupFiles(inputs: SnapshotFiles): ReadonlySet<string> {
  const there = new Set<string>(inputs.entries.map(({ path }) => path));
  const named = new Set<string>();
  for (const { path, oid } of inputs.entries) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (!READS_SETUP.test(path.slice(folder.length))) continue;
    const text = new TextDecoder().decode(inputs.blobs.get(oid) ?? new Uint8Array());
    for (const [, list = ""] of text.matchAll(SETUP))
      for (const [, name = ""] of list.matchAll(/["'`](?:<rootDir>\/|\.\/)?([^"'`]+)["'`]/g))
        for (const full of [`${folder}${name}`, `${folder}${name}.ts`, `${folder}${name}.js`]) if (there.has(full)) named.add(full);
  }
  return named;
}
