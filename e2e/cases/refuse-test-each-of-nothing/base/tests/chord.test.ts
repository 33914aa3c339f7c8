import { describe, expect, it } from "vitest";
import { parseChord, transposeChord } from "../src/chord";

describe("chords", () => {
  it("root and kind", () => {
    expect(parseChord("F#m7")).toMatchObject({ root: "F#", kind: "m7" });
  });

  it("keeps the kind", () => {
    expect(transposeChord("Am7", 3)).toBe("Cm7");
  });

  it("a plain major chord", () => {
    expect(transposeChord("G", 5)).toBe("C");
  });

  it("refuses what is no chord", () => {
    expect(() => parseChord("xyz")).toThrow(SyntaxError);
  });
});
