import { expect, it } from "vitest";
import { fare } from "../src/tariff";
import { car } from "../src/vehicle";

it("above 3.5 t pays 40 more", () => {
  expect(fare(car("L", 5, 3.6))).toBe(60);
  expect(fare(car("M", 6, 12))).toBe(65);
});

it("3.5 t and less does not", () => {
  expect(fare(car("C", 5, 3.5))).toBe(20);
  expect(fare(car("D", 5, 2))).toBe(20);
});
