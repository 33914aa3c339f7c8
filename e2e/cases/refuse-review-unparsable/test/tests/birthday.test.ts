import { expect, it } from "vitest";
import { ageInYears } from "../src/age";

it("counts the birthday itself", () => {
  const born = { year: 2020, month: 6, day: 15 };
  expect(ageInYears(born, { year: 2021, month: 6, day: 15 })).toBe(1);
  expect(ageInYears(born, { year: 2021, month: 6, day: 14 })).toBe(0);
});
