import { expect, it } from "vitest";
import { parsePrice } from "../src/parse-price";

it("reads thousands", () => {
  expect(parsePrice("1,250.00")).toBe(1250);
  expect(parsePrice("1,250,000")).toBe(1_250_000);
});
