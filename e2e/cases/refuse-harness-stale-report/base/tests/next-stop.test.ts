import { expect, it } from "vitest";
import { nextStop } from "../src/next-stop";

it("stops at a called floor", () => {
  expect(nextStop({ floor: 1, top: 9, calls: new Set([2]) })).toBe(2);
});

it("turns at the top", () => {
  expect(nextStop({ floor: 9, top: 9, calls: new Set([2, 5]) })).toBe(5);
});

it("rests without calls", () => {
  expect(nextStop({ floor: 9, top: 9, calls: new Set() })).toBeNull();
});
