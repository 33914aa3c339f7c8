import { describe, expect, it } from "vitest";
import { parentOf, tileKey } from "../src/tile-key";

describe("tileKey", () => {
  it("joins zoom, column and row", () => {
    expect(tileKey({ z: 3, x: 1, y: 2 })).toBe("3/1/2");
  });

  it("finds the parent", () => {
    expect(parentOf({ z: 3, x: 5, y: 2 })).toEqual({ z: 2, x: 2, y: 1 });
  });

  it("has no parent above the world", () => {
    expect(parentOf({ z: 0, x: 0, y: 0 })).toBeNull();
  });
});
