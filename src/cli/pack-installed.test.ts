import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseDependencyPack } from "../protocol/pack.ts";
import { packInstalled } from "./pack-installed.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fixgate-pack-"));
  const files: Readonly<Record<string, string>> = {
    "package.json": "{}",
    "packages/w/package.json": '{"name":"w"}',
    "node_modules/a/package.json": '{"name":"a","version":"1.0.0","scripts":{"install":"x"}}',
    "node_modules/a/index.js": "a",
    "node_modules/a/index.js.map": "map",
    "node_modules/a/node_modules/b/package.json": '{"name":"b","version":"2.0.0"}',
    "node_modules/@s/native/package.json": '{"name":"@s/native","version":"1.0.0","os":["linux"]}',
    "node_modules/.bin/a": "x",
    "node_modules/.pnpm/c@3.0.0/node_modules/c/package.json": '{"name":"c","version":"3.0.0"}',
    "node_modules/.package-lock.json": '{"packages":{"node_modules/a":{"integrity":"sha512-a"}}}',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync("../packages/w", join(folder, "node_modules/w"));
  symlinkSync(".pnpm/c@3.0.0/node_modules/c", join(folder, "node_modules/c"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it("packs an installed node_modules so that it comes out as it lay", async () => {
  const pack = await parseDependencyPack(new Blob([...packInstalled(folder).parts]));
  if (!pack.ok) throw new Error(pack.error.message);
  const { header, body } = pack.value;
  expect(header.packages.map(({ location, version, integrity }) => [location, version, integrity])).toEqual([
    ["node_modules/.pnpm/c@3.0.0/node_modules/c", "3.0.0", null],
    ["node_modules/a", "1.0.0", "sha512-a"],
    ["node_modules/a/node_modules/b", "2.0.0", null],
  ]);
  expect(header.links).toEqual([
    { location: "node_modules/c", target: "node_modules/.pnpm/c@3.0.0/node_modules/c" },
    { location: "node_modules/w", target: "packages/w" },
  ]);
  expect(header.index.map(([path]) => path)).toEqual([
    "node_modules/.pnpm/c@3.0.0/node_modules/c/package.json",
    "node_modules/a/index.js",
    "node_modules/a/node_modules/b/package.json",
    "node_modules/a/package.json",
  ]);
  const [, offset, size] = header.index[1] ?? ["", 0, 0];
  expect(await body.slice(offset, offset + size).text()).toBe("a");
  expect(header.leftOut.map(({ name }) => name)).toEqual(["@s/native"]);
  expect(header.scriptsNotRun).toEqual(["a"]);
});

it("is refused when a byte of its header was changed, or its end is missing", async () => {
  const bytes = Buffer.concat(packInstalled(folder).parts);
  const at = bytes.indexOf('"version":"1.0.0"');
  const changed = Buffer.from(bytes);
  changed.write("9", at + '"version":"'.length);
  expect((await parseDependencyPack(new Blob([changed]))).ok).toBe(false);
  expect((await parseDependencyPack(new Blob([bytes.subarray(0, bytes.length - 1)]))).ok).toBe(false);
  expect((await parseDependencyPack(new Blob([bytes.subarray(0, 3)]))).ok).toBe(false);
  const escaping = Buffer.from(
    bytes.toString("latin1").replace('["node_modules/a/index.js"', '["../__modules/a/index.js"'),
    "latin1",
  );
  expect((await parseDependencyPack(new Blob([escaping]))).ok).toBe(false);
});
