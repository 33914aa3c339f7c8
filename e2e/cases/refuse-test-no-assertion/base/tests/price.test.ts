import { describe, expect, it } from "vitest";
import { sumOf } from "../src/bill";
import { priceOf } from "../src/price";

describe("prices", () => {
  it("multiplies", () => {
    expect(priceOf({ list: 250, amount: 2, discount: 0 })).toBe(500);
  });

  it("takes the discount off", () => {
    expect(priceOf({ list: 999, amount: 1, discount: 10 })).toBe(899);
  });

  it("sums up", () => {
    expect(sumOf([{ list: 100, amount: 1, discount: 50 }, { list: 10, amount: 3, discount: 0 }])).toBe(80);
  });
});
