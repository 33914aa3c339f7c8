import { describe, expect, it } from "vitest";
import { countLines } from "../bin/count-lines.js";
import { summary } from "../src/summary";

describe("countLines", () => {
  it("counts lines", () => {
    expect(countLines("a\nb\n")).toBe(2);
    expect(countLines("\n")).toBe(1);
  });

  it("finds none in nothing", () => {
    expect(countLines("")).toBe(0);
  });

  it("sums up", () => {
    expect(summary({ a: "1\n2\n", b: "1\n" })).toBe("3 lines in 2 files");
  });
});
