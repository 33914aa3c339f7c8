import { expect, it } from "vitest";
import { parseColor } from "../src/color";

it("doubles three digits", () => {
  expect(parseColor("#f80")).toEqual([255, 136, 0]);
});

it("reads six digits", () => {
  expect(parseColor("#10Fe03")).toEqual([16, 254, 3]);
});

it("refuses other texts", () => {
  expect(parseColor("#ffff")).toBeNull();
  expect(parseColor("red")).toBeNull();
});
