import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOut, type GraphNode, type Importer, type Placed } from "./layout.ts";

const graphOf = (nodes: Readonly<Record<string, Readonly<Record<string, string>>>>): Map<string, GraphNode> =>
  new Map(Object.entries(nodes).map(([id, dependencies]) => [id, { dependencies: new Map(Object.entries(dependencies)) }]));

const importer = (folder: string, dependencies: Readonly<Record<string, string>>): Importer => ({
  folder,
  dependencies: new Map(Object.entries(dependencies)),
});

/** Node's search: in node_modules beside, then upwards, never below a node_modules itself. */
function search(placed: readonly Placed[], from: string, name: string): string | undefined {
  const at = new Map(placed.map(({ location, id }) => [location, id]));
  for (let folder = from; ; folder = folder.includes("/") ? folder.slice(0, folder.lastIndexOf("/")) : "") {
    if (!folder.endsWith("node_modules") && !/(^|\/)@[^/]+$/.test(folder)) {
      const found = at.get(`${folder === "" ? "" : `${folder}/`}node_modules/${name}`);
      if (found !== undefined) return found;
    }
    if (folder === "") return undefined;
  }
}

describe("layOut", () => {
  it("hoists what does not conflict and nests what does", () => {
    const graph = graphOf({ "a@1": { c: "c@1" }, "b@1": { c: "c@2" }, "c@1": {}, "c@2": {} });
    const placed = layOut([importer("", { a: "a@1", b: "b@1" })], graph);
    expect(placed.map(({ location, id }) => `${location} ${id}`)).toEqual([
      "node_modules/a a@1",
      "node_modules/b b@1",
      "node_modules/c c@1",
      "node_modules/b/node_modules/c c@2",
    ]);
  });

  it("keeps a workspace's own version beside it", () => {
    const graph = graphOf({ "a@1": {}, "a@2": {} });
    const placed = layOut([importer("packages/x", { a: "a@2" }), importer("", { a: "a@1" })], graph);
    expect(placed.map(({ location }) => location).sort()).toEqual(["node_modules/a", "packages/x/node_modules/a"]);
  });

  it("ends where packages need each other in two versions each", () => {
    const graph = graphOf({ "a@1": { b: "b@2" }, "b@2": { a: "a@2" }, "a@2": { b: "b@1" }, "b@1": { a: "a@1" } });
    const placed = layOut([importer("", { a: "a@1", b: "b@1" })], graph);
    expect(placed.map(({ location, id, linkTo }) => `${location} ${id}${linkTo === null ? "" : ` is ${linkTo}`}`)).toEqual([
      "node_modules/a a@1",
      "node_modules/b b@1",
      "node_modules/a/node_modules/b b@2",
      "node_modules/a/node_modules/a a@2",
      "node_modules/a/node_modules/a/node_modules/b b@1",
      "node_modules/a/node_modules/a/node_modules/a a@1 is node_modules/a",
    ]);
  });

  it("lets every package find exactly what its graph says, whatever the graph", () => {
    const id = fc
      .record({ name: fc.constantFrom("a", "b", "@s/c", "d", "e"), version: fc.integer({ min: 1, max: 4 }) })
      .map(({ name, version }) => `${name}=${String(version)}`);
    const edges = fc.uniqueArray(id, { maxLength: 5, selector: (each) => each.split("=")[0] });
    const property = fc.property(fc.dictionary(id, edges, { maxKeys: 20 }), edges, edges, (nodes, root, workspace) => {
      const known = (list: readonly string[]) =>
        Object.fromEntries(list.filter((each) => each in nodes).map((each) => [each.split("=")[0] ?? "", each]));
      const graph = graphOf(Object.fromEntries(Object.entries(nodes).map(([key, list]) => [key, known(list)])));
      const importers = [importer("", known(root)), importer("packages/w", known(workspace))];
      const placed = layOut(importers, graph);
      for (const { folder, dependencies } of importers)
        for (const [name, wanted] of dependencies) expect(search(placed, folder, name)).toBe(wanted);
      for (const { location, id: own } of placed.filter(({ linkTo }) => linkTo === null))
        for (const [name, wanted] of graph.get(own)?.dependencies ?? [])
          expect(`${location}: ${String(search(placed, location, name))}`).toBe(`${location}: ${wanted}`);
      expect(new Set(placed.map(({ location }) => location)).size).toBe(placed.length);
    });
    fc.assert(property, { numRuns: 500, seed: 20 });
  });
});
