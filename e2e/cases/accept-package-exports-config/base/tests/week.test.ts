import { expect, it } from "vitest";
import { weekday } from "../src/week";

it("knows a Thursday", () => {
  expect(weekday(new Date("1970-01-01"))).toBe(4);
});

it("knows a Sunday and the Monday after", () => {
  expect(weekday(new Date("2024-03-03"))).toBe(7);
  expect(weekday(new Date("2024-03-04"))).toBe(1);
});

it("knows days before 1970", () => {
  expect(weekday(new Date("1969-12-31"))).toBe(3);
});
