import { expect, it } from "vitest";
import { pageCount, pageOf } from "../src/index.ts";

it("an empty list has one page", () => {
  expect(pageCount(0, 20)).toBe(1);
});

it("a list that fills its pages has no more than those", () => {
  expect(pageCount(20, 20)).toBe(1);
  expect(pageCount(60, 20)).toBe(3);
});

it("cuts the entries of a page out of the list", () => {
  expect(pageOf(["a", "b", "c", "d", "e"], 1, 2)).toEqual(["a", "b"]);
  expect(pageOf(["a", "b", "c", "d", "e"], 3, 2)).toEqual(["e"]);
});
