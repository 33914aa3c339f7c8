import { describe, expect, it } from "vitest";
import { degreesOf } from "../src/cone";
import { summary } from "../src/firing";

describe("cones", () => {
  it("06 is the lowest", () => {
    expect(degreesOf("06")).toBe(998);
  });

  it("10 is stoneware", () => {
    expect(degreesOf("10")).toBe(1305);
  });

  it("there is no cone 99", () => {
    expect(() => degreesOf("99")).toThrow("no cone 99");
  });

  it("sums up a firing", () => {
    expect(summary({ potter: "Ines", cone: "06" })).toMatch(/^Ines: cone 06, \d+ min/);
  });
});
