import { expect, it } from "vitest";
import { dayNumber, daysBetween } from "../src/day";

it("counts from 1970", () => {
  expect(dayNumber(new Date("1970-01-02T23:59:59Z"))).toBe(1);
});

it("counts down before", () => {
  expect(dayNumber(new Date("1969-12-31T23:59:59Z"))).toBe(-1);
});

it("counts between", () => {
  expect(daysBetween(new Date("2024-02-28"), new Date("2024-03-01"))).toBe(2);
});
