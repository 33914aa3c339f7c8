import { describe, expect, it } from "vitest";
import { LETTERS, pick } from "../src/alphabet";
import { makeId } from "../src/make-id";

describe("ids", () => {
  it("has a length", () => {
    expect(makeId()).toHaveLength(8);
    expect(makeId(3)).toHaveLength(3);
    expect(makeId(0)).toBe("");
  });

  it("holds letters and digits alone", () => {
    expect(makeId(200)).toMatch(/^[a-z0-9]+$/);
  });

  it("picks evenly", () => {
    expect(pick(LETTERS, 0)).toBe("a");
    expect(pick(LETTERS, 0.999)).toBe("z");
  });
});
