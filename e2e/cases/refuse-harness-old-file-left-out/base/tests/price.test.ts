import { expect, it } from "vitest";
import { digitsOf } from "../src/digits";
import { parsePrice } from "../src/parse-price";

it("reads a price", () => {
  expect(parsePrice("12.50 €")).toBe(12.5);
});

it("refuses words", () => {
  expect(() => parsePrice("free")).toThrow("no price: free");
});

it("strips signs", () => {
  expect(digitsOf("$ 1")).toBe("1");
});
