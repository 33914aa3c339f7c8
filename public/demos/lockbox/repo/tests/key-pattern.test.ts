import { expect, it } from "vitest";
import { matchesPattern } from "../src/index.ts";

it.each([
  ["jobs/import", "jobs/import", true],
  ["jobs/import", "jobs/export", false],
  ["jobs/*", "jobs/import", true],
  ["jobs/*", "jobs/import/daily", false],
  ["*/import", "jobs/import", true],
  ["jobs/*", "jobs", false],
])("%s and %s: %s", (pattern, key, expected) => {
  expect(matchesPattern(pattern, key)).toBe(expected);
});
