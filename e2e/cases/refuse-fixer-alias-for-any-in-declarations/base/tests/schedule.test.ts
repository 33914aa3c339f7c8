import { describe, expect, it } from "vitest";
import { minutesTo } from "../src/schedule";

describe("minutesTo", () => {
  it("slow at first", () => {
    expect(minutesTo(600)).toBe(360);
  });

  it("faster then", () => {
    expect(minutesTo(900)).toBe(480);
  });

  it("no time for no heat", () => {
    expect(minutesTo(0)).toBe(0);
  });
});
