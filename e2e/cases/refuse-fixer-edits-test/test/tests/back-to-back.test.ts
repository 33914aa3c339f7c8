import { expect, it } from "vitest";
import { clashes, interval } from "../src/interval";

it("bookings that only touch do not clash, whichever comes first", () => {
  expect(clashes(interval("09:00", "10:00"), interval("10:00", "11:00"))).toBe(false);
  expect(clashes(interval("10:00", "11:00"), interval("09:00", "10:00"))).toBe(false);
});

it("a partial overlap is a clash", () => {
  expect(clashes(interval("09:00", "10:00"), interval("09:30", "10:30"))).toBe(true);
});
