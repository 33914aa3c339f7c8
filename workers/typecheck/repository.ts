/**
 * A repository as TypeScript is shown it: snapshot, dependencies and, for configuration, the inputs (base). What an
 * agent left in a tsconfig is not what grades it.
 */
import type { PackedDependencies, CheckInput } from "../../src/protocol/typecheck.ts";
import type { Oid, SnapshotEntry } from "../../src/core/snapshot/index.ts";
import { decodeSource, FileTree, layerOf, normalise, type FileRef, type Layer } from "./file-tree.ts";
import type { ReadRange } from "./pack-reader.ts";
import { workspacePackages } from "./workspaces.ts";

export const ROOT = "/repo";

export interface Libs {
  readonly layer: Layer;
  readonly folder: string;
}

export interface DependencyFiles {
  readonly digest: string;
  readonly packages: PackedDependencies["packages"];
  readonly layer: Layer;
  readonly links: NonNullable<PackedDependencies["links"]>;
}

export function dependencyFiles(dependencies: PackedDependencies, read: ReadRange): DependencyFiles {
  const files = new Map<string, FileRef>();
  for (const [path, offset, size] of dependencies.files.index) {
    files.set(`${ROOT}/${path}`, {
      key: `${dependencies.digest}:${String(offset)}:${String(size)}`,
      read: () => read(offset, size),
    });
  }
  return { digest: dependencies.digest, packages: dependencies.packages, layer: layerOf(files), links: dependencies.links ?? [] };
}

export interface Repository {
  /** Snapshot, with package.json from the inputs where they have one, and node_modules. */
  readonly files: FileTree;
  /** Inputs and node_modules: where configuration is read. */
  readonly configuration: FileTree;
  readonly packages: PackedDependencies["packages"];
  readonly packageRoot: string;
  /** Equal keys mean that the same paths exist and resolve in the same way. */
  readonly structure: string;
  /** Equal keys mean that every file is the same, and the package too. */
  readonly identity: string;
}

const isLink = (entry: SnapshotEntry): boolean => entry.mode === "120000";
const isPackageJson = (path: string): boolean => path === "package.json" || path.endsWith("/package.json");

export function repositoryOf(
  input: CheckInput,
  blobs: ReadonlyMap<Oid, Uint8Array>,
  dependencies: DependencyFiles,
  libs: Libs | null,
): Repository {
  const bytesOf = (oid: Oid): Uint8Array => {
    const bytes = blobs.get(oid);
    if (bytes === undefined) throw new Error(`blob ${oid} was never sent to this worker`);
    return bytes;
  };
  const refOf = (entry: SnapshotEntry): FileRef => ({ key: entry.oid, read: () => bytesOf(entry.oid) });
  const collect = (entries: readonly SnapshotEntry[], replaced: ReadonlyMap<string, SnapshotEntry>) => {
    const files = new Map<string, FileRef>();
    const links = new Map<string, string>();
    for (const entry of entries) {
      const absolute = `${ROOT}/${entry.path}`;
      if (isLink(entry)) {
        const target = decodeSource(bytesOf(entry.oid));
        const from = absolute.slice(0, absolute.lastIndexOf("/"));
        links.set(absolute, normalise(target.startsWith("/") ? `/__outside__${target}` : `${from}/${target}`));
      } else files.set(absolute, refOf(replaced.get(entry.path) ?? entry));
    }
    return { files, links };
  };
  const manifests = new Map(
    input.inputs.filter((entry) => isPackageJson(entry.path)).map((entry) => [entry.path as string, entry]),
  );
  const snapshot = collect(input.snapshot, manifests);
  const configuration = collect(input.inputs, new Map());
  const workspaces = workspacePackages(new FileTree([layerOf(configuration.files)]), ROOT);
  for (const { name, folder } of workspaces) {
    const link = `${ROOT}/node_modules/${name}`;
    if (!dependencies.layer.directories.has(link)) {
      snapshot.links.set(link, folder);
      configuration.links.set(link, folder);
    }
  }
  for (const { location, target } of dependencies.links) {
    snapshot.links.set(`${ROOT}/${location}`, `${ROOT}/${target}`);
    configuration.links.set(`${ROOT}/${location}`, `${ROOT}/${target}`);
  }
  const below = libs === null ? [dependencies.layer] : [dependencies.layer, libs.layer];
  const structure = [
    dependencies.digest,
    ...input.snapshot.map((entry) => (isLink(entry) || isPackageJson(entry.path) ? `${entry.path}\0${entry.oid}` : entry.path)),
    ...[...manifests.values()].map((entry) => entry.oid),
  ].join("\n");
  return {
    files: new FileTree([layerOf(snapshot.files), ...below], snapshot.links),
    configuration: new FileTree([layerOf(configuration.files), ...below], configuration.links),
    packages: dependencies.packages,
    packageRoot: input.packageRoot === "" ? ROOT : `${ROOT}/${input.packageRoot}`,
    structure,
    identity: [
      input.packageRoot,
      structure,
      ...input.snapshot.map(({ oid }) => oid),
      ...input.inputs.map(({ path, oid }) => `${path}\0${oid}`),
    ].join("\n"),
  };
}
