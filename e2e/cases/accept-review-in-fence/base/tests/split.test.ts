import { describe, expect, it } from "vitest";
import { split } from "../src/split";
import { withTip } from "../src/tip";

describe("split", () => {
  it("splits evenly", () => {
    expect(split(90, 3)).toEqual([30, 30, 30]);
  });

  it("needs people", () => {
    expect(() => split(10, 0)).toThrow("can't split among 0");
    expect(() => split(10, 1.5)).toThrow(RangeError);
  });

  it("adds a tip", () => {
    expect(withTip(1001, 10)).toBe(1102);
  });
});
