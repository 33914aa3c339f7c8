import { expect, it } from "vitest";
import { Lru } from "../src/lru";

it("reading an entry makes it the most recent", () => {
  const cache = new Lru<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.get("a");
  cache.set("c", 3);
  expect(cache.has("a")).toBe(true);
  expect(cache.has("b")).toBe(false);
});
