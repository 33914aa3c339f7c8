import { describe, expect, it } from "vitest";
import { isLeapYear } from "../src/leap";
import { dayOfYear, daysInMonth } from "../src/month";

describe("months", () => {
  it("knows leap years", () => {
    expect(isLeapYear(2024)).toBe(true);
    expect(isLeapYear(2023)).toBe(false);
  });

  it("counts days", () => {
    expect(daysInMonth(2024, 2)).toBe(29);
    expect(daysInMonth(2023, 2)).toBe(28);
    expect(daysInMonth(2023, 12)).toBe(31);
    expect(() => daysInMonth(2023, 13)).toThrow("no month 13");
  });

  it("numbers the days of a year", () => {
    expect(dayOfYear(2023, 1, 1)).toBe(1);
    expect(dayOfYear(2024, 12, 31)).toBe(366);
  });
});
