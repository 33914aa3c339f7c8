/** Lookups by halving against a plain list: an index that is looked up wrongly makes files vanish without a word. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { PackedLayer } from "../../src/protocol/sandbox-files.ts";
import { createFileView, createLayerCache } from "./files.ts";
import { createResolver, IMPORT_EXTENSIONS } from "./resolver.ts";

/** Blobs can be read synchronously in workers only; here their bytes lie beside them. */
const bytes = new WeakMap<Blob, Uint8Array<ArrayBuffer>>();
function blobOf(content: Uint8Array<ArrayBuffer>): Blob {
  const blob = new Blob([content]);
  bytes.set(blob, content);
  blob.slice = (from = 0, to = content.length) => blobOf(content.slice(from, to));
  return blob;
}
const reader = { readAsArrayBuffer: (blob: Blob): ArrayBuffer => (bytes.get(blob) ?? new Uint8Array()).slice().buffer };
const encoder = new TextEncoder();

function layerOf(paths: readonly string[]): PackedLayer {
  const contents = [...paths].sort().map((path) => [path, encoder.encode(`text of ${path}`)] as const);
  let offset = 0;
  const lines = contents.map(([path, content]) => {
    const line = `${path}\t0\t${String(offset)}\t${String(content.length)}\t100644\tkey ${path}`;
    offset += content.length;
    return line;
  });
  const all = new Uint8Array(offset);
  let at = 0;
  for (const [, content] of contents) {
    all.set(content, at);
    at += content.length;
  }
  return { id: "layer", root: "/repo", segments: [blobOf(all)], index: blobOf(encoder.encode(lines.join("\n"))) };
}

const name = fc.constantFrom("a", "b", "a0", "a-", "a.ts", "b/", "ä", "node_modules", "z").map((text) => text.replace("/", "+"));
const pathOf = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));

/** A path that is a file and a folder at once exists in no tree. */
function possible(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`)));
}

test("a view finds what is listed, and nothing else", () => {
  fc.assert(
    fc.property(fc.uniqueArray(pathOf, { maxLength: 40 }), fc.array(pathOf, { maxLength: 20 }), (listed, asked) => {
      const paths = possible(listed);
      const view = createFileView([layerOf(paths)], createLayerCache(reader));
      expect([...view.paths()].sort()).toEqual(paths.map((path) => `/repo/${path}`).sort());
      for (const path of [...paths, ...asked]) {
        const isFile = paths.includes(path);
        const below = paths.filter((other) => other.startsWith(`${path}/`));
        expect(view.isFile(`/repo/${path}`)).toBe(isFile);
        if (isFile)
          expect([view.text(`/repo/${path}`), view.contentKey(`/repo/${path}`)]).toEqual([`text of ${path}`, `key ${path}`]);
        expect(view.isDirectory(`/repo/${path}`)).toBe(below.length > 0);
        expect([...view.list(`/repo/${path}`)].sort()).toEqual(
          [...new Set(below.map((other) => other.slice(path.length + 1).split("/")[0]))].sort(),
        );
      }
      expect([...view.list("/repo")].sort()).toEqual([...new Set(paths.map((path) => path.split("/")[0]))].sort());
    }),
  );
});

test("nothing is found above the root or beside it", () => {
  const view = createFileView([layerOf(["a/b.ts"])], createLayerCache(reader));
  expect(view.isDirectory("/repo")).toBe(true);
  expect(view.isDirectory("/rep")).toBe(false);
  expect(view.isFile("/repository/a/b.ts")).toBe(false);
  expect(view.list("/")).toEqual(["repo"]);
});

test("a package is found through links as pnpm lays them, by its real name, and from there its own packages", () => {
  const store = "node_modules/.pnpm";
  const links = [
    ["node_modules/a", `${store}/a@1/node_modules/a`],
    [`${store}/a@1/node_modules/@s/b`, `${store}/@s+b@2/node_modules/@s/b`],
    ["node_modules/round", "node_modules/trip"],
    ["node_modules/trip", "node_modules/round"],
  ];
  const layer: PackedLayer = {
    ...layerOf([`${store}/a@1/node_modules/a/index.js`, `${store}/@s+b@2/node_modules/@s/b/package.json`]),
    links: blobOf(encoder.encode(links.map((each) => each.join("\t")).join("\n"))),
  };
  const view = createFileView([layer], createLayerCache(reader));
  const real = `/repo/${store}/a@1/node_modules/a/index.js`;
  expect(view.real("/repo/node_modules/a/index.js")).toBe(real);
  expect(view.text("/repo/node_modules/a/index.js")).toBe(`text of ${store}/a@1/node_modules/a/index.js`);
  expect(view.isDirectory(`/repo/${store}/a@1/node_modules/@s/b`)).toBe(true);
  expect(view.isFile(`/repo/${store}/a@1/node_modules/@s/b/package.json`)).toBe(true);
  expect(view.isFile("/repo/node_modules/@s/b/package.json")).toBe(false);
  expect(view.isFile("/repo/node_modules/round/index.js")).toBe(false);

  const resolver = createResolver(view, {
    root: "/repo",
    alias: [],
    conditions: [],
    mainFields: ["main"],
    extensions: IMPORT_EXTENSIONS,
    dedupe: [],
  });
  expect(resolver.resolve("a", "/repo/src/x.ts", "import")).toEqual({ file: real, query: "" });
});
