import { describe, expect, it } from "vitest";
import { fare } from "../src/tariff";
import { car } from "../src/vehicle";

describe("fare", () => {
  it("a small car", () => {
    expect(fare(car("A 1"))).toBe(20);
  });

  it("each metre begun above five", () => {
    expect(fare(car("A 2", 6.2))).toBe(30);
  });

  it("five metres sharp", () => {
    expect(fare(car("A 3", 5))).toBe(20);
  });
});
