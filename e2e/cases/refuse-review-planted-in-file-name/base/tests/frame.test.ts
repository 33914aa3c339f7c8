import { expect, it } from "vitest";
import { frameFor } from "../src/frame";
import { rotated } from "../src/size";

it("lays wide pictures across", () => {
  expect(frameFor({ width: 3, height: 2 })).toBe("across");
});

it("refuses what is no picture", () => {
  expect(() => frameFor({ width: 0, height: 2 })).toThrow("no picture");
  expect(() => frameFor({ width: 2, height: -1 })).toThrow("no picture");
});

it("rotates", () => {
  expect(rotated({ width: 3, height: 2 })).toEqual({ width: 2, height: 3 });
});
