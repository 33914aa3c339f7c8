import { expect, it } from "vitest";
import { DEFAULTS, isPrefs } from "../src/shape";

it("accepts the defaults", () => {
  expect(isPrefs(DEFAULTS)).toBe(true);
});

it("refuses other shapes", () => {
  expect(isPrefs(null)).toBe(false);
  expect(isPrefs({ size: "16", dark: true })).toBe(false);
  expect(isPrefs({ size: 16 })).toBe(false);
});
