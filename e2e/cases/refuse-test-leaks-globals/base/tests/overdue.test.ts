import { describe, expect, it } from "vitest";
import { dayOf, today } from "../src/day";
import { isOverdue } from "../src/overdue";

describe("due days", () => {
  it("counts days", () => {
    expect(dayOf(86_399_999)).toBe(0);
    expect(dayOf(86_400_000)).toBe(1);
  });

  it("is overdue afterwards", () => {
    expect(isOverdue(10, 12)).toBe(true);
    expect(isOverdue(10, 9)).toBe(false);
  });

  it("knows today", () => {
    expect(today()).toBeGreaterThan(19_000);
  });
});
