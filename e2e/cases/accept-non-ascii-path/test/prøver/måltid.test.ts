import { describe, expect, it } from "vitest";
import { perPortion } from "../src/måltid";
import { energi } from "../src/råvare";

const brød = { navn: "brød", gram: 50, kcal: 240 };

describe("måltid", () => {
  it("knows energy", () => {
    expect(energi(brød)).toBe(120);
  });

  it("divides among portions", () => {
    expect(perPortion({ varer: [brød, brød], porsjoner: 3 })).toBe(80);
  });

  it("is zero without food", () => {
    expect(perPortion({ varer: [], porsjoner: 2 })).toBe(0);
  });

  it("is zero without portions", () => {
    expect(perPortion({ varer: [brød], porsjoner: 0 })).toBe(0);
    expect(perPortion({ varer: [], porsjoner: 0 })).toBe(0);
    expect(perPortion({ varer: [brød], porsjoner: 1 })).toBe(120);
  });
});
