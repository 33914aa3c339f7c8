import { expect, it } from "vitest";
import { countdown } from "../src/countdown";
import { secondsPerSlide } from "../src/pace";

it("divides the time", () => {
  expect(secondsPerSlide(600, 20)).toBe(30);
});

it("rounds", () => {
  expect(secondsPerSlide(100, 3)).toBe(33);
});

it("counts down", () => {
  expect(countdown(60, 3)).toEqual([40, 20, 0]);
});
