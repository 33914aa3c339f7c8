import { describe, expect, it } from "vitest";
import { remaining } from "../src/countdown";
import { seconds } from "../src/seconds";

describe("seconds", () => {
  it.each([
    ["45s", 45],
    ["2m", 120],
    ["1h 30m", 5400],
  ])("%s", (text, expected) => {
    expect(seconds(text)).toBe(expected);
  });

  it("names what it can't read", () => {
    expect(() => seconds("1h soon")).toThrow("not a duration: soon");
  });
});

describe("remaining", () => {
  it("counts down", () => {
    expect(remaining("1h 30m", 61)).toBe("1:28:59");
  });

  it("stops at nothing", () => {
    expect(remaining("5s", 9)).toBe("0:00:00");
  });
});
