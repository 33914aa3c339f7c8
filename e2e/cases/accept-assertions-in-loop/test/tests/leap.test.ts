import { expect, it } from "vitest";
import { isLeapYear } from "../src/leap";
import { daysInMonth } from "../src/month";

it("agrees with the calendar of the language", () => {
  for (let year = 1890; year <= 2110; year++) {
    const last = new Date(Date.UTC(year, 2, 0)).getUTCDate();
    expect(daysInMonth(year, 2), `February ${year}`).toBe(last);
    expect(isLeapYear(year)).toBe(last === 29);
  }
});
