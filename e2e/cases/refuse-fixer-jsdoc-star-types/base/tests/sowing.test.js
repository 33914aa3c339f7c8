import { expect, it } from "vitest";
import { sowingWeek } from "../src/sowing.js";

it("counts back from the last frost", () => {
  expect(sowingWeek(20, 6)).toBe(14);
});

it("not before the year begins", () => {
  expect(sowingWeek(3, 8)).toBe(1);
});
