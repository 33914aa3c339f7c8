import { describe, expect, it } from "vitest";
import { systemClock } from "../src/clock";
import { gate } from "../src/gate";
import { Limiter } from "../src/limiter";

describe("Limiter", () => {
  it("allows as many calls as it may", () => {
    const limiter = new Limiter({ calls: 2, windowMs: 1000 }, () => 0);
    expect([limiter.allow("a"), limiter.allow("a"), limiter.allow("a")]).toEqual([true, true, false]);
  });

  it("counts each client on its own", () => {
    const limiter = new Limiter({ calls: 1, windowMs: 1000 }, () => 0);
    expect([limiter.allow("a"), limiter.allow("b")]).toEqual([true, true]);
  });

  it("reads the system's clock", () => {
    expect(systemClock()).toBeGreaterThan(Date.UTC(2020, 0));
  });
});

it("a gate passes arguments and results on", () => {
  const double = gate({ calls: 1, windowMs: 1000 }, "a", (n: number) => n * 2);
  expect(double(4)).toBe(8);
  expect(() => double(4)).toThrow("a calls too often");
});
