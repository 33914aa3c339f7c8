import { expect, it } from "vitest";
import { bar } from "../src/bar";
import { setWidth } from "../src/width";

it("draws nothing for zero", () => {
  setWidth(20);
  expect(bar(0, 10)).toBe("");
  expect(bar(0, 0)).toBe("");
});
