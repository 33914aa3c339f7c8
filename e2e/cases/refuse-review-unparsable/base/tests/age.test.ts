import { expect, it } from "vitest";
import { ageInYears } from "../src/age";
import { ordinal } from "../src/date";

const born = { year: 2020, month: 6, day: 15 };

it("counts years after the birthday", () => {
  expect(ageInYears(born, { year: 2023, month: 7, day: 1 })).toBe(3);
});

it("counts one less before it", () => {
  expect(ageInYears(born, { year: 2023, month: 6, day: 14 })).toBe(2);
});

it("orders days", () => {
  expect(ordinal({ year: 1, month: 12, day: 1 })).toBe(1201);
});
