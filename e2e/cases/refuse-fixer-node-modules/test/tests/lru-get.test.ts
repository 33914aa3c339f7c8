import { expect, it } from "vitest";
import { Lru } from "../src/lru";

it("reading an entry makes it the most recent", () => {
  const cache = new Lru<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  expect(cache.get("a")).toBe(1);
  cache.set("c", 3);
  expect(cache.has("a")).toBe(true);
  expect(cache.has("b")).toBe(false);
});

it("reading what is not there adds nothing", () => {
  const cache = new Lru<string, number>(2);
  expect(cache.get("x")).toBeUndefined();
  expect(cache.size).toBe(0);
});
