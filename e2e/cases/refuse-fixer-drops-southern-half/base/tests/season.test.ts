import { describe, expect, it } from "vitest";
import { mayOpen, seasonOf } from "../src/season";

describe("season", () => {
  it("January is winter", () => {
    expect(seasonOf(1)).toBe("winter");
  });

  it("December is winter too", () => {
    expect(seasonOf(12)).toBe("winter");
  });

  it("June is summer", () => {
    expect(seasonOf(6)).toBe("summer");
  });

  it("hives stay shut in winter", () => {
    expect(mayOpen(1)).toBe(false);
    expect(mayOpen(5)).toBe(true);
  });
});
