import { expect, it } from "vitest";
import { bar } from "../src/bar";
import { WIDTH } from "../src/width";

it("draws the widest", () => {
  expect(bar(5, 5)).toHaveLength(WIDTH.now);
});

it("draws a share", () => {
  expect(bar(1, 2)).toHaveLength(10);
});

it("draws small ones", () => {
  expect(bar(1, 10)).toBe("██");
});
