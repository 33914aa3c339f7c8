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

  it("keeps the voucher when an amount is set", () => {
    const basket = { lines: { tea: 1, jam: 1 }, voucher: "JUNE" };
    expect(basketReducer(basket, { type: "amountSet", sku: "tea", amount: 3 })).toMatchObject({
      lines: { tea: 3, jam: 1 },
      voucher: "JUNE",
    });
  });

  it("keeps the voucher when a line is added", () => {
    expect(basketReducer({ lines: {}, voucher: "JUNE" }, { type: "added", sku: "jam" })).toMatchObject({ voucher: "JUNE" });
  });

  it("removes the voucher when asked to, and nothing else", () => {
    expect(basketReducer({ lines: { tea: 1 }, voucher: "JUNE" }, { type: "voucherRemoved" })).toEqual({
      lines: { tea: 1 },
      voucher: null,
    });
  });

  it("leaves the old state alone", () => {
    basketReducer(emptyBasket, { type: "added", sku: "tea" });
    expect(emptyBasket).toEqual({ lines: {}, voucher: null });
  });
});
