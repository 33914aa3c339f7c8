import { describe, expect, it } from "vitest";
import { average } from "../src/average";
import { roundHalf } from "../src/round";

describe("rounding", () => {
  it("rounds halves up", () => {
    expect(roundHalf(2.5)).toBe(3);
    expect(roundHalf(2.4)).toBe(2);
  });

  it("rounds negative values to the nearer", () => {
    expect(roundHalf(-2.6)).toBe(-3);
  });

  it("has averages", () => {
    expect(average([1, 2])).toBe(2);
    expect(average([])).toBeNull();
  });

  it.todo("rounds negative halves away from zero");
});
