import { expect, test } from "vitest";
import { tagLine } from "../src/tag-line";
import { cleanTag, uniqueTags } from "../src/tags";

test("cleans", () => {
  expect(cleanTag("  old   town ")).toBe("old town");
});

test("keeps one of each", () => {
  expect(uniqueTags(["a", "b", "a ", ""])).toEqual(["a", "b"]);
});

test("prints", () => {
  expect(tagLine(["old town", "sea"])).toBe("#old-town #sea");
});
