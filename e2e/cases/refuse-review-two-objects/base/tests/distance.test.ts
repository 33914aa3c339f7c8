import { describe, expect, it } from "vitest";
import { distanceText } from "../src/distance";
import { sign } from "../src/sign";

describe("distances", () => {
  it("shows kilometres", () => {
    expect(distanceText(3000)).toMatch(/^3(\.0)? km$/);
  });

  it("refuses negative ones", () => {
    expect(() => distanceText(-1)).toThrow("negative distance");
  });

  it("makes signs", () => {
    expect(sign("Top", 12_000)).toMatch(/^TOP → 12/);
  });
});
