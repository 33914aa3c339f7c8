import { describe, expect, it } from "vitest";
import { rankOf, SEVERITIES, severityOf } from "../src/index.ts";

describe("severityOf", () => {
  it.each([
    [10, "critical"],
    [9, "critical"],
    [8.9, "high"],
    [7, "high"],
    [6.9, "moderate"],
    [4, "moderate"],
    [3.9, "low"],
    [0, "low"],
  ] as const)("a score of %s is %s", (score, severity) => {
    expect(severityOf(score)).toBe(severity);
  });

  it("is unknown without a score", () => {
    expect(severityOf(undefined)).toBe("unknown");
    expect(severityOf(Number.NaN)).toBe("unknown");
  });
});

it("ranks the worst highest and the unmeasured lowest", () => {
  expect(SEVERITIES.map(rankOf)).toEqual([4, 3, 2, 1, 0]);
});
