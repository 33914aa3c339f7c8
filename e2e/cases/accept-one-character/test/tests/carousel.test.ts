import { describe, expect, it } from "vitest";
import { shown, turn } from "../src/carousel";
import { next, wrapIndex } from "../src/ring";

describe("carousel", () => {
  it("wraps both ways", () => {
    expect(wrapIndex(-1, 3)).toBe(2);
    expect(wrapIndex(3, 3)).toBe(0);
    expect(wrapIndex(2, 3)).toBe(2);
  });

  it("goes forward", () => {
    expect(next(0, 3)).toBe(1);
    expect(next(2, 3)).toBe(0);
  });

  it("shows what it stands at", () => {
    expect(shown(turn({ pictures: ["a", "b"], at: 0 }, "next"))).toBe("b");
    expect(shown({ pictures: [], at: 0 })).toBeUndefined();
  });

  it("goes back", () => {
    const carousel = { pictures: ["a", "b", "c", "d"], at: 2 };
    expect(shown(turn(carousel, "previous"))).toBe("b");
    expect(shown(turn({ ...carousel, at: 0 }, "previous"))).toBe("d");
  });
});
