import { describe, expect, it } from "vitest";
import { compare, newest } from "../src/compare";
import { parseVersion } from "../src/version";

describe("versions", () => {
  it("reads three numbers", () => {
    expect(parseVersion("10.0.3")).toEqual([10, 0, 3]);
  });

  it("refuses other texts", () => {
    expect(() => parseVersion("1.2")).toThrow("not a version: 1.2");
    expect(() => parseVersion("v1.2.3")).toThrow(SyntaxError);
  });

  it("compares as numbers", () => {
    expect(compare("1.10.0", "1.9.9")).toBeGreaterThan(0);
    expect(compare("1.0.0", "1.0.1")).toBeLessThan(0);
    expect(newest(["0.9.0", "0.10.0", "0.2.0"])).toBe("0.10.0");
  });
});
