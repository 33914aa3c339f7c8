import { expect, it } from "vitest";
import { parsePrice } from "../src/parse-price";

it("reads a decimal comma", () => {
  expect(parsePrice("12,50")).toBe(12.5);
  expect(parsePrice("0,05 €")).toBe(0.05);
});
