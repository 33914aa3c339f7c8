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

  it("shows metres below one kilometre", () => {
    expect(distanceText(0)).toBe("0 m");
    expect(distanceText(999)).toBe("999 m");
    expect(distanceText(1000)).toBe("1.0 km");
    expect(distanceText(1450)).toBe("1.4 km");
  });
});
