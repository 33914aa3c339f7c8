import { expect, it } from "vitest";
import { compare } from "../src/compare";

it("a pre-release comes before its release", () => {
  expect(compare("2.0.0-beta", "2.0.0")).toBe(-1);
  expect(compare("2.0.0", "2.0.0-beta")).toBe(1);
});

it("pre-releases are compared by name", () => {
  expect(compare("2.0.0-alpha", "2.0.0-beta")).toBe(-1);
  expect(compare("2.0.0-beta", "2.0.0-alpha")).toBe(1);
  expect(compare("2.0.0-beta", "2.0.0-beta")).toBe(0);
});
