import { describe, expect, it } from "vitest";
import { subtotal } from "../src/cart";
import { cents, show } from "../src/money";
import { redeem } from "../src/voucher";
import { line } from "./support/lines";

describe("cart", () => {
  it("adds up its lines", () => {
    expect(show(subtotal([line("mug", "8.00", 2), line("card", "1.25")]))).toBe("17.25");
  });

  it("is empty at first", () => {
    expect(subtotal([])).toBe(0);
  });

  it("takes a voucher off", () => {
    const { total } = redeem(subtotal([line("lamp", "30.00")]), cents("20.00"));
    expect(show(total)).toBe("10.00");
  });

  it("refuses what is not an amount", () => {
    expect(() => cents("12")).toThrow("not an amount");
  });
});
