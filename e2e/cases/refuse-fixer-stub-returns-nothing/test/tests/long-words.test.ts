import { expect, it } from "vitest";
import { wrap } from "../src/wrap";

it("never gives a line that is longer than the width", () => {
  expect(wrap("incomprehensible", 6).every((line) => line.length <= 6)).toBe(true);
});
