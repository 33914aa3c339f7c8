import { describe, expect, it } from "vitest";
import { isExpired, leaseFrom, remainingMs } from "../src/index.ts";

describe("lease", () => {
  it("ends after its time to live", () => {
    expect(leaseFrom(100, 50)).toEqual({ grantedAt: 100, expiresAt: 150 });
  });

  it("needs a time to live above zero", () => {
    expect(() => leaseFrom(100, 0)).toThrow(RangeError);
  });

  it("is live while time remains, and expired long after", () => {
    const lease = leaseFrom(100, 50);
    expect(isExpired(lease, 120)).toBe(false);
    expect(isExpired(lease, 400)).toBe(true);
  });

  it("never has less than no time left", () => {
    const lease = leaseFrom(100, 50);
    expect(remainingMs(lease, 120)).toBe(30);
    expect(remainingMs(lease, 400)).toBe(0);
  });
});
