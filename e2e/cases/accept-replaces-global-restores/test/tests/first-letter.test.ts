import { afterEach, beforeEach, expect, it } from "vitest";
import { makeId } from "../src/make-id";

const chance = Math.random;
let next = 0;

beforeEach(() => {
  Math.random = () => next;
});

afterEach(() => {
  Math.random = chance;
});

it("begins with a letter even where chance says the first of all", () => {
  next = 0;
  expect(makeId(3)).toBe("a00");
});

it("may go on with any", () => {
  next = 0.9999;
  expect(makeId(3)).toBe("zzz");
  next = 0.2;
  expect(makeId(2)).toBe("f7");
});
