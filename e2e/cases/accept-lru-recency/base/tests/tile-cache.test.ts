import { beforeEach, describe, expect, it } from "vitest";
import { TileCache } from "../src/tile-cache";

describe("TileCache", () => {
  let cache: TileCache<string>;

  beforeEach(() => {
    cache = new TileCache(2);
    cache.set("a", "A");
    cache.set("b", "B");
  });

  it("gives back what was stored", () => {
    expect(cache.get("a")).toBe("A");
    expect(cache.get("nowhere")).toBeNull();
  });

  it("evicts the oldest when full", () => {
    cache.set("c", "C");
    expect(cache.peek("a")).toBeNull();
    expect(cache.size).toBe(2);
  });

  it("counts a write as use", () => {
    cache.set("a", "A2");
    cache.set("c", "C");
    expect(cache.peek("a")).toBe("A2");
    expect(cache.peek("b")).toBeNull();
  });

  it("wants room for one", () => {
    expect(() => new TileCache(0)).toThrow(RangeError);
    expect(new TileCache(1).size).toBe(0);
  });
});
