import { expect, it } from "vitest";
import type { Edit } from "../src/edit";
import { applyPatch } from "../src/patch";

function checkPatch(before: string, edits: readonly Edit[], after: string): void {
  const result = applyPatch(before, edits);
  expect(result).toBe(after);
  const grown = edits.reduce((sum, { from, to, text }) => sum + text.length - (to - from), 0);
  expect(result.length).toBe(before.length + grown);
}

it("keeps what follows the last edit", () => {
  checkPatch("one two three", [{ from: 4, to: 7, text: "2" }], "one 2 three");
});

it("inserts", () => {
  checkPatch("ac", [{ from: 1, to: 1, text: "b" }], "abc");
});
