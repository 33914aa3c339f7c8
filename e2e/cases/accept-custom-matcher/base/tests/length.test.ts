import { describe, expect, it } from "vitest";
import { toMetres } from "../src/length";
import { parseLength } from "../src/parse-length";

describe("lengths", () => {
  it("converts metric units", () => {
    expect(toMetres(250, "cm")).toBeCloseTo(2.5);
    expect(toMetres(3, "m")).toBe(3);
  });

  it("converts inches", () => {
    expect(toMetres(100, "in")).toBeCloseTo(2.54);
  });

  it("parses", () => {
    expect(parseLength(" 2 m")).toBe(2);
    expect(parseLength("2 miles")).toBeNull();
  });
});
