import { expect, it } from "vitest";
import { Limiter } from "../src/limiter";

it("calls older than the window do not count", () => {
  let now = 0;
  const limiter = new Limiter({ calls: 1, windowMs: 1000 }, () => now);
  expect(limiter.allow("a")).toBe(true);
  now = 999;
  expect(limiter.allow("a")).toBe(false);
  now = 1000;
  expect(limiter.allow("a")).toBe(true);
  now = 1999;
  expect(limiter.allow("a")).toBe(false);
});
