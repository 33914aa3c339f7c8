import { expect, it } from "vitest";
import { cost } from "../src/cost";
import { tariffAt } from "../src/tariff";

it("is night from 22 on", () => {
  expect(tariffAt(21)).toBe("day");
  expect(tariffAt(22)).toBe("night");
  expect(tariffAt(0)).toBe("night");
});

it("is day at noon", () => {
  expect(tariffAt(12)).toBe("day");
});

it("costs", () => {
  expect(cost([{ hour: 12, units: 2 }, { hour: 23, units: 1 }])).toBe(78);
});
