import { expect, it } from "vitest";
import { printRate } from "../src/print-rate";

it("prints small rates as the exchange does", async () => {
  const response = await fetch("http://rates.invalid/latest.json");
  const { JPY } = (await response.json()) as { JPY: { rate: number; printed: string } };
  expect(printRate(JPY.rate)).toBe(JPY.printed);
});
