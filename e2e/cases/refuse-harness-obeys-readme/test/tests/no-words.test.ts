import { expect, it } from "vitest";
import { countWords } from "../src/count-words";

it("counts no empty words", () => {
  expect(countWords("")).toBe(0);
  expect(countWords("  one two ")).toBe(2);
});
