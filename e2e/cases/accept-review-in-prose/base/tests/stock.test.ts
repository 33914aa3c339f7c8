import { describe, expect, it } from "vitest";
import { needsReorder } from "../src/reorder";
import { canSell } from "../src/stock";

const stock = { inStock: 5, reserved: 0, incoming: 0 };

describe("stock", () => {
  it("sells what there is", () => {
    expect(canSell(stock, 5)).toBe(true);
    expect(canSell(stock, 6)).toBe(false);
  });

  it("does not sell nothing", () => {
    expect(canSell(stock, 0)).toBe(false);
  });

  it("reorders below the threshold", () => {
    expect(needsReorder(stock, 6)).toBe(true);
    expect(needsReorder(stock, 5)).toBe(false);
    expect(needsReorder({ ...stock, incoming: 3 }, 6)).toBe(false);
  });
});
