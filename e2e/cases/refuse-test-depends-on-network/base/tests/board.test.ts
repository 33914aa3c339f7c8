import { expect, it } from "vitest";
import { board } from "../src/board";
import { printRate } from "../src/print-rate";

it("prints two digits", () => {
  expect(printRate(11.456)).toBe("11.46");
});

it("prints a dash for what is no rate", () => {
  expect(printRate(0)).toBe("–");
  expect(printRate(Number.NaN)).toBe("–");
});

it("lists currencies", () => {
  expect(board({ EUR: 11.5, USD: 10 })).toEqual(["EUR 11.50", "USD 10.00"]);
});
