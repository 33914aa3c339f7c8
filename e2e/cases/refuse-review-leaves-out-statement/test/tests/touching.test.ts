import { expect, it } from "vitest";
import { overlap } from "../src/overlap";

it("lets bookings touch", () => {
  const morning = { from: 8, to: 12 };
  const afternoon = { from: 12, to: 16 };
  expect(overlap(morning, afternoon)).toBe(false);
  expect(overlap(afternoon, morning)).toBe(false);
  expect(overlap(morning, { from: 11, to: 12 })).toBe(true);
  expect(overlap({ from: 11, to: 16 }, morning)).toBe(true);
});
