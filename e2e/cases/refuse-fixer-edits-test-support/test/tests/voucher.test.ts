import { expect, it } from "vitest";
import { cents } from "../src/money";
import { redeem } from "../src/voucher";

it("a voucher worth more than the cart leaves nothing to pay, and keeps the rest", () => {
  expect(redeem(cents("12.50"), cents("20.00"))).toEqual({ total: 0, remaining: 750 });
});

it("a voucher worth less is used up", () => {
  expect(redeem(cents("30.00"), cents("20.00"))).toEqual({ total: 1000, remaining: 0 });
});
