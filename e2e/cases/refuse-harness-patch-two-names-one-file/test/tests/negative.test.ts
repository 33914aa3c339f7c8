import { expect, it } from "vitest";
import { printMoney } from "../src/print";

it("prints a sign", () => {
  expect(printMoney({ cents: -150, currency: "EUR" })).toBe("-1.50 EUR");
  expect(printMoney({ cents: 150, currency: "EUR" })).toBe("1.50 EUR");
});
