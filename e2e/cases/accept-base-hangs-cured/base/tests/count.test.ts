import { describe, expect, it } from "vitest";
import { countOccurrences } from "../src/count";
import { density } from "../src/density";

describe("countOccurrences", () => {
  it("counts", () => {
    expect(countOccurrences("banana", "an")).toBe(2);
    expect(countOccurrences("banana", "x")).toBe(0);
  });

  it("does not count overlaps", () => {
    expect(countOccurrences("aaaa", "aa")).toBe(2);
  });

  it("sees the density", () => {
    expect(density("banana", "a")).toBe(500);
    expect(density("", "a")).toBe(0);
  });
});
