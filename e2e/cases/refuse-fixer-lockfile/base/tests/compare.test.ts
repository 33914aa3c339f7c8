import { describe, expect, it } from "vitest";
import { compare } from "../src/compare";
import { newest } from "../src/newest";

describe("compare", () => {
  it.each([
    ["1.0.0", "2.0.0"],
    ["1.2.0", "1.10.0"],
    ["1.2.3", "1.2.4"],
  ])("%s is older than %s", (older, newer) => {
    expect(compare(older, newer)).toBeLessThan(0);
    expect(compare(newer, older)).toBeGreaterThan(0);
  });

  it("a leading v does not matter", () => {
    expect(compare("v1.0.0", "1.0.0")).toBe(0);
  });

  it("refuses what is not a version", () => {
    expect(() => compare("latest", "1.0.0")).toThrow(SyntaxError);
  });
});

it("finds the newest", () => {
  expect(newest(["1.9.0", "1.10.0", "1.2.0"])).toBe("1.10.0");
});
