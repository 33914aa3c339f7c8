/**
 * Lays a graph of packages out as folders, for lockfiles that name a graph (pnpm, Yarn) and not folders. Every package
 * then finds, by Node's own search upwards, exactly the version that the graph gives it: a package is hoisted as far as
 * nothing it would hide is needed there, and no further.
 */
export interface GraphNode {
  /** Name in node_modules to the id of the node that it stands for. */
  readonly dependencies: ReadonlyMap<string, string>;
}

export interface Importer {
  /** "" is the repository's root, else a workspace's folder. */
  readonly folder: string;
  readonly dependencies: ReadonlyMap<string, string>;
}

export interface Placed {
  readonly location: string;
  readonly id: string;
  /**
   * Set where this is no folder of its own but a link to one. Packages that need each other in two versions each would
   * nest for ever as folders; a package that lies around its own need of itself is linked instead, as pnpm does.
   */
  readonly linkTo: string | null;
}

interface Level {
  /** The package that lies here; null for the root and for workspaces. */
  readonly id: string | null;
  /** "" or "packages/a" or "node_modules/b": its packages lie in `<path>/node_modules/`. */
  readonly path: string;
  readonly parent: Level | null;
  readonly slots: Map<string, string>;
  /** Names that somebody below looks up through this level: another id here would hide the right one. */
  readonly through: Map<string, string>;
}

export function layOut(importers: readonly Importer[], graph: ReadonlyMap<string, GraphNode>): Placed[] {
  const placed: Placed[] = [];
  const rootLevel = levelOf("", null, null);
  const queue: { level: Level; dependencies: ReadonlyMap<string, string> }[] = [];
  const ordered = [...importers].sort((a, b) => (a.folder < b.folder ? -1 : 1));
  for (const { folder, dependencies } of ordered)
    queue.push({ level: folder === "" ? rootLevel : levelOf(folder, rootLevel, null), dependencies });
  // Breadth first: what is asked for near the root is hoisted before what is asked for deep below.
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
    for (const [name, id] of [...item.dependencies].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const node = graph.get(id);
      if (node === undefined) continue;
      const level = place(item.level, name, id);
      if (level === null) continue;
      const location = `${level.path === "" ? "" : `${level.path}/`}node_modules/${name}`;
      const around = enclosing(level, id);
      placed.push({ location, id, linkTo: around });
      if (around === null) queue.push({ level: levelOf(location, level, id), dependencies: node.dependencies });
    }
  }
  return placed;
}

/** The level that gets a new folder, or null where the right package is found already. */
function place(from: Level, name: string, id: string): Level | null {
  const passed: Level[] = [];
  let best: Level | null = null;
  for (let level: Level | null = from; level !== null; level = level.parent) {
    const there = level.slots.get(name);
    if (there === id) {
      for (const each of passed) each.through.set(name, id);
      return null;
    }
    const needed = level.through.get(name);
    if (there !== undefined) break;
    if (needed === undefined || needed === id) best = level;
    passed.push(level);
  }
  if (best === null) throw new Error(`no place for ${name} (${id}) at or above ${from.path || "the root"}`);
  for (const each of passed) {
    if (each === best) break;
    each.through.set(name, id);
  }
  best.slots.set(name, id);
  return best;
}

function enclosing(level: Level, id: string): string | null {
  for (let at: Level | null = level; at !== null; at = at.parent) if (at.id === id) return at.path;
  return null;
}

function levelOf(path: string, parent: Level | null, id: string | null): Level {
  return { id, path, parent, slots: new Map(), through: new Map() };
}
