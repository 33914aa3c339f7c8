import { expect, it } from "vitest";
import { parseAmount } from "../src/parse-amount";
import { DECIMAL } from "../src/patterns";

it("reads amounts", () => {
  expect(parseAmount(" 12.50 ")).toBe(12.5);
  expect(parseAmount("7")).toBe(7);
});

it("refuses other texts", () => {
  expect(parseAmount("1.234")).toBeNull();
  expect(parseAmount("")).toBeNull();
});

it("has a pattern", () => {
  expect(DECIMAL.test("1,2")).toBe(false);
});
