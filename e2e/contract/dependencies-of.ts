/** Dependencies packed from a folder that npm made: the named packages and all that they need. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Dependencies, InstalledPackage } from "../../src/app/ports/index.ts";

interface Edges {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
interface Manifest extends Edges {
  readonly version: string;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly bin?: unknown;
}

function locate(modules: string, name: string, from: string): string | null {
  for (let folder = from; folder.length >= path.dirname(modules).length; folder = path.dirname(folder)) {
    const candidate = path.join(folder, "node_modules", name);
    if (fs.existsSync(path.join(candidate, "package.json"))) return candidate;
    if (folder === path.dirname(modules)) break;
  }
  return null;
}

function filesBelow(folder: string, out: string[]): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === "node_modules") continue;
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) filesBelow(full, out);
    else if (entry.isFile()) out.push(full);
  }
}

export const NO_DEPENDENCIES: Dependencies = {
  digest: `sha256:${"0".repeat(64)}`,
  packages: [],
  files: { index: [], blob: new Blob([]) },
  leftOut: [],
  scriptsNotRun: [],
  source: { kind: "none", name: "" },
};

export interface InstalledWithEdges extends InstalledPackage {
  /** As a lockfile has them. */
  readonly edges: Readonly<Record<string, unknown>>;
}

/** The named packages and all that they need, as they are installed in `modules`. */
export function packagesOf(modules: string, names: readonly string[]): readonly InstalledWithEdges[] {
  const root = path.dirname(modules);
  const found = new Map<string, InstalledWithEdges>();
  const visit = (name: string, from: string): void => {
    const folder = locate(modules, name, from);
    if (folder === null) return; // Optional, or of another platform.
    const location = path.relative(root, folder);
    if (found.has(location)) return;
    const { version, dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta, bin } = JSON.parse(
      fs.readFileSync(path.join(folder, "package.json"), "utf8"),
    ) as Manifest;
    const edges = { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta, bin };
    found.set(location, { name, version, location, integrity: null, edges });
    for (const group of [dependencies, optionalDependencies, peerDependencies])
      for (const next of Object.keys(group ?? {})) visit(next, folder);
  };
  for (const name of names) visit(name, root);
  const installed = new Set([...found.values()].map((item) => item.name));
  return [...found.values()]
    .map((item) => ({ ...item, edges: present(item.edges, installed) }))
    .sort((a, b) => (a.location < b.location ? -1 : 1));
}

/** Without the optional packages of other platforms and peers that are not installed. */
function present(edges: Readonly<Record<string, unknown>>, names: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  const groups = ["dependencies", "optionalDependencies", "peerDependencies"] as const;
  const kept = groups.map(
    (group) => [group, Object.fromEntries(Object.entries(edges[group] ?? {}).filter(([name]) => names.has(name)))] as const,
  );
  return { ...edges, ...Object.fromEntries(kept) };
}

export function dependenciesOf(
  modules: string,
  names: readonly string[],
): { readonly dependencies: Dependencies; readonly bytes: Uint8Array<ArrayBuffer> } {
  const root = path.dirname(modules);
  const packages = packagesOf(modules, names).map(({ name, version, location, integrity }): InstalledPackage => ({
    name,
    version,
    location,
    integrity,
  }));
  const paths: string[] = [];
  for (const { location } of packages) filesBelow(path.join(root, location), paths);
  paths.sort((a, b) => (a < b ? -1 : 1));
  const parts = paths.map((file) => fs.readFileSync(file));
  let offset = 0;
  const index = paths.map((file, at): readonly [string, number, number] => {
    const size = parts[at]?.length ?? 0;
    offset += size;
    return [path.relative(root, file), offset - size, size];
  });
  const bytes = new Uint8Array(Buffer.concat(parts));
  const digest = createHash("sha256").update(JSON.stringify(packages)).digest("hex");
  return {
    bytes,
    dependencies: {
      digest: `sha256:${digest}`,
      packages,
      files: { index, blob: new Blob([bytes]) },
      leftOut: [],
      scriptsNotRun: [],
      source: { kind: "archive", name: "node_modules" },
    },
  };
}
