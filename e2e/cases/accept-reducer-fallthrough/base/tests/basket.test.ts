import { describe, expect, it } from "vitest";
import { basketReducer, emptyBasket } from "../src/basket";

describe("basketReducer", () => {
  it("adds a line", () => {
    expect(basketReducer(emptyBasket, { type: "added", sku: "tea" })).toEqual({ lines: { tea: 1 }, voucher: null });
  });

  it("adds to a line", () => {
    const once = basketReducer(emptyBasket, { type: "added", sku: "tea" });
    expect(basketReducer(once, { type: "added", sku: "tea" }).lines).toEqual({ tea: 2 });
  });

  it("sets an amount", () => {
    expect(basketReducer(emptyBasket, { type: "amountSet", sku: "tea", amount: 4 }).lines).toEqual({ tea: 4 });
  });

  it("writes vouchers in capitals", () => {
    expect(basketReducer(emptyBasket, { type: "voucherApplied", code: " june " }).voucher).toBe("JUNE");
  });

  it("leaves the old state alone", () => {
    basketReducer(emptyBasket, { type: "added", sku: "tea" });
    expect(emptyBasket).toEqual({ lines: {}, voucher: null });
  });
});
