import { expect, it } from "vitest";
import { percentile } from "../src/index.ts";

it("has nothing to say without samples", () => {
  expect(percentile([], 50)).toBeUndefined();
});

it("finds the median of an odd number of samples, in any order", () => {
  expect(percentile([30, 10, 20], 50)).toBe(20);
});

it("starts at the smallest sample", () => {
  expect(percentile([30, 10, 20], 0)).toBe(10);
});

it("leaves the samples as they were", () => {
  const samples = [30, 10, 20];
  percentile(samples, 50);
  expect(samples).toEqual([30, 10, 20]);
});
