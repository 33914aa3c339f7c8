import { expect, it } from "vitest";
import { countWords } from "../src/count-words";
import { minutes } from "../src/reading";

it("counts", () => {
  expect(countWords("one two\nthree")).toBe(3);
});

it("counts one", () => {
  expect(countWords("one")).toBe(1);
});

it("takes a minute", () => {
  expect(minutes("one two")).toBe(1);
});
