import { expect, it } from "vitest";
import { LockStats } from "../src/index.ts";

it("counts attempts", () => {
  const stats = new LockStats();
  stats.record(true);
  stats.record(false);
  expect(stats.attempts).toBe(2);
});

it("says how many of them won", () => {
  const stats = new LockStats();
  for (const won of [true, true, true, false]) stats.record(won);
  expect(stats.successRate).toBe(0.75);
});
