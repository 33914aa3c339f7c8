import { expect, it } from "vitest";
import { secondsPerSlide } from "../src/pace";

it("gives the whole time without slides", () => {
  expect(secondsPerSlide(600, 0)).toBe(600);
  expect(secondsPerSlide(600, 1)).toBe(600);
});
