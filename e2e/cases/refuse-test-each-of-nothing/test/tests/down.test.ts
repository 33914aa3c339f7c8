import { describe, expect, it } from "vitest";
import { transpose } from "../src/transpose";

const CASES = [
  { from: "C", steps: -1, to: "B" },
  { from: "D", steps: -3, to: "B" },
  { from: "E", steps: -12, to: "E" },
];

describe("down", () => {
  it.each(CASES.filter(({ steps }) => steps < -12))("$from by $steps is $to", ({ from, steps, to }) => {
    expect(transpose(from, steps)).toBe(to);
  });

  it("there is a note below C", () => {
    expect(transpose("C", -1)).toBeDefined();
  });
});
