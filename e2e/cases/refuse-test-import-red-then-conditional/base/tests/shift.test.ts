import { expect, it } from "vitest";
import { minutesOf } from "../src/clock";
import { hours } from "../src/shift";

it("counts hours of a day", () => {
  expect(hours("08:00", "16:30")).toBe(8.5);
});

it("counts none", () => {
  expect(hours("08:00", "08:00")).toBe(0);
});

it("reads the clock", () => {
  expect(minutesOf("23:59")).toBe(1439);
  expect(() => minutesOf("24:00")).toThrow("no time: 24:00");
});
