import { expect, it } from "vitest";
import { airmass } from "../src/airmass";

it("throws on and below the horizon", () => {
  expect(() => airmass(0)).toThrow(RangeError);
  expect(() => airmass(-0.5)).toThrow(RangeError);
});

it("not just above", () => {
  expect(airmass(1)).toBeGreaterThan(50);
});
