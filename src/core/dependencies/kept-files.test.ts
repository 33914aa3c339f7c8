import { expect, it } from "vitest";
import { isKept, type Keep } from "./kept-files.ts";

it.each<[string, Keep, boolean]>([
  ["package.json", "types", true],
  ["esm/package.json", "types", true],
  ["index.js", "all", true],
  ["index.js", "types", false],
  ["index.d.ts", "types", true],
  ["index.d.mts", "types", true],
  ["styles.d.css.ts", "types", true],
  ["test/types.d.ts", "all", true],
  ["test/index.js", "all", false],
  ["dist/test/index.js", "all", true],
  ["dist/docs.js", "all", true],
  ["index.js.map", "all", false],
  ["README.md", "all", false],
  ["LICENSE.md", "all", true],
  ["build/Release/addon.node", "all", false],
  ["data.json", "all", true],
  ["style.css", "all", true],
])("%s of a package kept for %s: %s", (path, keep, kept) => {
  expect(isKept(path, keep)).toBe(kept);
});
