import { describe, expect, it } from "vitest";
import { fareFor } from "../src/fare";
import { zoneOf } from "../src/zones";

describe("fares", () => {
  it("charges for each zone", () => {
    expect(fareFor("centre", "harbour", 30)).toBe(20);
    expect(fareFor("centre", "airport", 30)).toBe(80);
  });

  it("is free for the small", () => {
    expect(fareFor("centre", "harbour", 5)).toBe(0);
  });

  it("is half for children", () => {
    expect(fareFor("centre", "harbour", 15)).toBe(10);
    expect(fareFor("centre", "harbour", 16)).toBe(20);
  });

  it("knows the new ferry terminal", () => {
    expect(zoneOf("ferry")).toBe(2);
  });
});
