import { expect, it } from "vitest";
import { isZero } from "../src/money";
import { printMoney } from "../src/print";

it("prints cents", () => {
  expect(printMoney({ cents: 150, currency: "EUR" })).toBe("1.50 EUR");
});

it("prints a dash for zero", () => {
  expect(printMoney({ cents: 0, currency: "EUR" })).toBe("– EUR");
});

it("knows zero", () => {
  expect(isZero({ cents: 1, currency: "EUR" })).toBe(false);
});
