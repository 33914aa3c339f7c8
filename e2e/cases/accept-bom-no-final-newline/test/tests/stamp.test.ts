import { describe, expect, it } from "vitest";
import { parseCue } from "../src/cue";
import { seconds } from "../src/stamp";

describe("time stamps", () => {
  it("reads seconds and milliseconds", () => {
    expect(seconds("00:00:07,250")).toBe(7.25);
  });

  it("reads minutes", () => {
    expect(seconds("00:02:01,000")).toBe(121);
  });

  it("refuses other texts", () => {
    expect(() => seconds("2:1")).toThrow("no time: 2:1");
  });

  it("reads cues", () => {
    expect(parseCue("00:00:01,000 --> 00:00:03,500")).toEqual({ from: 1, to: 3.5 });
  });

  it("counts hours", () => {
    expect(seconds("01:00:05,500")).toBe(3605.5);
    expect(seconds("12:34:56,000")).toBe(45296);
  });
});
