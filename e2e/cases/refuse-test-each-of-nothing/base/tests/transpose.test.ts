import { describe, expect, it } from "vitest";
import { transpose } from "../src/transpose";

describe("transpose", () => {
  it("goes up", () => {
    expect(transpose("C", 2)).toBe("D");
  });

  it("goes round", () => {
    expect(transpose("B", 1)).toBe("C");
  });

  it("reads flats", () => {
    expect(transpose("Bb", 2)).toBe("C");
  });

  it("knows no H", () => {
    expect(() => transpose("H", 1)).toThrow(RangeError);
  });
});
