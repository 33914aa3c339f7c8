import { describe, expect, it } from "vitest";
import { dial } from "../src/dial";
import { roman } from "../src/roman";

describe("roman", () => {
  it("adds up", () => {
    expect(roman(18)).toBe("XVIII");
    expect(roman(166)).toBe("CLXVI");
  });

  it("has bounds", () => {
    expect(() => roman(0)).toThrow(RangeError);
    expect(() => roman(400)).toThrow(RangeError);
    expect(roman(300)).toBe("CCC");
  });

  it("draws a dial", () => {
    expect(dial()).toHaveLength(12);
    expect(dial(24).at(-3)).toBe("XXII");
  });

  it.each([
    [3, "III"],
    [4, "IV"],
    [5, "V"],
    [8, "VIII"],
    [9, "IX"],
    [10, "X"],
    [39, "XXXIX"],
    [40, "XL"],
    [49, "XLIX"],
    [89, "LXXXIX"],
    [90, "XC"],
    [99, "XCIX"],
    [399, "CCCXCIX"],
  ])("%i is %s", (value, text) => {
    expect(roman(value)).toBe(text);
  });
});
