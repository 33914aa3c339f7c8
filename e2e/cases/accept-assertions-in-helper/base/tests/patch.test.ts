import { describe, expect, it } from "vitest";
import type { Edit } from "../src/edit";
import { applyPatch } from "../src/patch";

const edit = (from: number, to: number, text: string): Edit => ({ from, to, text });

describe("applyPatch", () => {
  it("changes nothing without edits", () => {
    expect(applyPatch("abc", [])).toBe("abc");
  });

  it("edits in any order", () => {
    expect(applyPatch("abcd", [edit(3, 4, "D"), edit(0, 1, "A")])).toBe("AbcD");
  });

  it("refuses overlaps", () => {
    expect(() => applyPatch("abcd", [edit(0, 2, ""), edit(1, 3, "")])).toThrow("edits overlap");
  });
});
