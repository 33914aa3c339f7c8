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
});
