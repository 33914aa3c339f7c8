import { expect, it } from "vitest";
import { at } from "../src/hours";
import { isOpen } from "../src/open";

const hours = { from: at(9), to: at(17, 30) };

it("is closed before it opens", () => {
  expect(isOpen(hours, at(8, 59))).toBe(false);
  expect(isOpen(hours, at(9))).toBe(true);
});

it("is open at noon", () => {
  expect(isOpen(hours, at(12))).toBe(true);
});

it("is closed at night", () => {
  expect(isOpen(hours, at(22))).toBe(false);
});
