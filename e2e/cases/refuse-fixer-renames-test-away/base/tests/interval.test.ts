import { describe, expect, it } from "vitest";
import { clashes, interval, minutes } from "../src/interval";

describe("interval", () => {
  it("reads the time of day", () => {
    expect(minutes("09:30")).toBe(570);
  });

  it("refuses an end before its start", () => {
    expect(() => interval("10:00", "09:00")).toThrow(RangeError);
  });

  it("a booking inside another one clashes", () => {
    expect(clashes(interval("09:00", "12:00"), interval("10:00", "11:00"))).toBe(true);
    expect(clashes(interval("10:00", "11:00"), interval("09:00", "12:00"))).toBe(true);
  });

  it("bookings far apart do not clash", () => {
    expect(clashes(interval("09:00", "10:00"), interval("14:00", "15:00"))).toBe(false);
  });
});
