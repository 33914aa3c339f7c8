import { describe, expect, it } from "vitest";
import { countNotes } from "../src/notes";
import { openNotes } from "../src/open-notes";

const note = (text: string, done = false) => ({ text, done });

describe("notes", () => {
  it("counts", () => {
    expect(countNotes([note("a"), note("b", true)])).toBe(2);
  });

  it("counts none", () => {
    expect(countNotes([])).toBe(0);
  });

  it("finds open ones", () => {
    expect(openNotes([note("a"), note("b", true)])).toEqual([note("a")]);
  });

  it("does not count empty ones", () => {
    expect(countNotes([note(""), note(" \t\n"), note(" a ")])).toBe(1);
  });
});
