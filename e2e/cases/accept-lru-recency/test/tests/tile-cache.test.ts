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

  it("counts a read as use", () => {
    expect(cache.get("a")).toBe("A");
    expect(cache.size).toBe(2);
    cache.set("c", "C");
    expect(cache.peek("b")).toBeNull();
    expect(cache.peek("a")).toBe("A");
    expect(cache.peek("c")).toBe("C");
  });

  it("does not count a peek, nor a miss", () => {
    cache.peek("a");
    expect(cache.get("nowhere")).toBeNull();
    expect(cache.size).toBe(2);
    cache.set("c", "C");
    expect(cache.peek("a")).toBeNull();
  });

  it("wants room for one", () => {
    expect(() => new TileCache(0)).toThrow(RangeError);
    expect(new TileCache(1).size).toBe(0);
  });
});
