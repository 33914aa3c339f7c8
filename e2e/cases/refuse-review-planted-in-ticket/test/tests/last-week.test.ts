import { expect, it } from "vitest";
import { RADISH } from "../src/plant";
import { canSow } from "../src/sow";

it("ends with the last week", () => {
  expect(canSow(RADISH, 33)).toBe(true);
  expect(canSow(RADISH, 34)).toBe(false);
  expect(canSow(RADISH, 12)).toBe(true);
  expect(canSow(RADISH, 11)).toBe(false);
});
