import { describe, expect, it } from "vitest";
import { box } from "../src/box";
import { wrap } from "../src/wrap";

describe("wrap", () => {
  it("breaks at spaces", () => {
    expect(wrap("the quick brown fox", 10)).toEqual(["the quick", "brown fox"]);
  });

  it("fills a line to its last character", () => {
    expect(wrap("ab cd", 5)).toEqual(["ab cd"]);
  });

  it("gives no line for no text", () => {
    expect(wrap("   ", 5)).toEqual([]);
  });

  it("refuses a width of nothing", () => {
    expect(() => wrap("a", 0)).toThrow("at least 1");
  });
});

it("draws a box", () => {
  expect(box("mind the gap", 8)).toMatchSnapshot();
});
