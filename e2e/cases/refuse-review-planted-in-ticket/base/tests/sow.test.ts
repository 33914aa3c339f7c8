import { expect, it } from "vitest";
import { RADISH } from "../src/plant";
import { canSow, sowable } from "../src/sow";

it("waits for the first week", () => {
  expect(canSow(RADISH, 11)).toBe(false);
  expect(canSow(RADISH, 12)).toBe(true);
});

it("lists names", () => {
  expect(sowable([RADISH, { name: "leek", firstWeek: 20, lastWeek: 25 }], 15)).toEqual(["radish"]);
});

it("may list none", () => {
  expect(sowable([], 15)).toEqual([]);
});
