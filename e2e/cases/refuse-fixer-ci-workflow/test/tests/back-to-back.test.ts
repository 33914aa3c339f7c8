import { expect, it } from "vitest";
import { clashes, interval } from "../src/interval";

const morning = interval("09:00", "10:00");
const next = interval("10:00", "11:00");

it("bookings that only touch do not clash, whichever comes first", () => {
  expect(clashes(morning, next)).toBe(false);
  expect(clashes(next, morning)).toBe(false);
});

it("one minute of overlap is a clash", () => {
  expect(clashes(morning, interval("09:59", "11:00"))).toBe(true);
  expect(clashes(interval("09:59", "11:00"), morning)).toBe(true);
});
