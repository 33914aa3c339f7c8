import { expect, it } from "vitest";
import { isUsername } from "../src/username";

it("needs three characters", () => {
  expect(isUsername("ab")).toBe(false);
  expect(isUsername("abc")).toBe(true);
});

it("takes 20 at most", () => {
  expect(isUsername("a".repeat(20))).toBe(true);
  expect(isUsername("a".repeat(21))).toBe(false);
});
