/** From a graph of packages to the common form: laid out as folders, with what is optional found by how it is reached. */
import { layOut, type GraphNode, type Importer } from "./layout.ts";
import type { Lockfile, PackageOrigin } from "./lockfile.ts";

export interface GraphPackage extends GraphNode {
  readonly name: string;
  readonly version: string;
  readonly integrity: string | null;
  readonly origin: PackageOrigin;
  readonly platform: readonly string[];
  readonly hasInstallScript: boolean;
  /** Names among `dependencies` that may be missing. */
  readonly optionalNames: ReadonlySet<string>;
}

export interface GraphImporter extends Importer {
  readonly optionalNames: ReadonlySet<string>;
}

/** The id of a package that lies in the repository's own tree. */
export const linkTo = (folder: string): string => `link:${folder}`;

export function lockfileOf(
  name: string,
  importers: readonly GraphImporter[],
  packages: ReadonlyMap<string, GraphPackage>,
  leftOut: Lockfile["leftOut"],
): Lockfile {
  const required = reachedWithoutOptional(importers, packages);
  const graph = new Map<string, GraphNode>(packages);
  const nothing: GraphNode = { dependencies: new Map() };
  for (const { dependencies } of [...importers, ...packages.values()])
    for (const id of dependencies.values()) if (id.startsWith("link:")) graph.set(id, nothing);
  const found: Lockfile["packages"][number][] = [];
  const links: Lockfile["links"][number][] = [];
  for (const { location, id, linkTo: around } of layOut(importers, graph)) {
    const entry = packages.get(id);
    if (around !== null) links.push({ location, target: around });
    else if (entry === undefined) links.push({ location, target: id.slice("link:".length) });
    else {
      const { name: own, version, integrity, origin, platform, hasInstallScript } = entry;
      found.push({ location, name: own, version, integrity, origin, platform, hasInstallScript, optional: !required.has(id) });
    }
  }
  return { name, packages: found, links, leftOut };
}

function reachedWithoutOptional(importers: readonly GraphImporter[], packages: ReadonlyMap<string, GraphPackage>): Set<string> {
  const reached = new Set<string>();
  const queue: { dependencies: ReadonlyMap<string, string>; optionalNames: ReadonlySet<string> }[] = [...importers];
  for (let node = queue.pop(); node !== undefined; node = queue.pop())
    for (const [name, id] of node.dependencies) {
      if (node.optionalNames.has(name) || reached.has(id)) continue;
      reached.add(id);
      const next = packages.get(id);
      if (next !== undefined) queue.push(next);
    }
  return reached;
}

/** "packages/a" and "../b" are "packages/b". Null where it leaves the repository. */
export function joinFolders(from: string, to: string): string | null {
  const parts = from === "" ? [] : from.split("/");
  for (const segment of to.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") parts.push(segment);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
