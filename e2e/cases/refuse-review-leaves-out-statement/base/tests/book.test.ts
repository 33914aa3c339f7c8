import { expect, it } from "vitest";
import { book } from "../src/book";

it("books an empty room", () => {
  expect(book([], { from: 1, to: 2 })).toEqual([{ from: 1, to: 2 }]);
});

it("refuses overlaps", () => {
  expect(book([{ from: 10, to: 20 }], { from: 15, to: 25 })).toBeNull();
  expect(book([{ from: 10, to: 20 }], { from: 12, to: 13 })).toBeNull();
});

it("refuses what ends before it begins", () => {
  expect(book([], { from: 2, to: 2 })).toBeNull();
});
