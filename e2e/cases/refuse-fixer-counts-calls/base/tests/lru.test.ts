import { describe, expect, it, vi } from "vitest";
import { Lru } from "../src/lru";
import { memoize } from "../src/memoize";

describe("Lru", () => {
  it("keeps what it was given", () => {
    const cache = new Lru<string, number>(2);
    cache.set("a", 1);
    expect(cache.get("a")).toBe(1);
  });

  it("evicts the oldest entry", () => {
    const cache = new Lru<string, number>(2);
    cache.set("a", 1);
    cache.set("b", 2);
    cache.set("c", 3);
    expect(cache.has("a")).toBe(false);
    expect(cache.size).toBe(2);
  });

  it("writing again makes an entry the most recent", () => {
    const cache = new Lru<string, number>(2);
    cache.set("a", 1);
    cache.set("b", 2);
    cache.set("a", 3);
    cache.set("c", 4);
    expect(cache.has("b")).toBe(false);
  });

  it("refuses a limit of nothing", () => {
    expect(() => new Lru(0)).toThrow(RangeError);
  });
});

it("memoize computes once for each argument", () => {
  const square = vi.fn((n: number) => n * n);
  const fast = memoize(square);
  expect([fast(3), fast(3), fast(4)]).toEqual([9, 9, 16]);
  expect(square).toHaveBeenCalledTimes(2);
});
