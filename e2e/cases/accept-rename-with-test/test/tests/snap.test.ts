import { expect, it } from "vitest";
import { snap } from "../src/snap";

it("snaps to the nearest", () => {
  expect(snap(14, 10)).toBe(10);
  expect(snap(15, 10)).toBe(20);
});

it("needs a grid", () => {
  expect(() => snap(1, 0)).toThrow("the grid must be positive");
});
