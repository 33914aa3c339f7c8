import v8 from "node:v8";
import { expect, it } from "vitest";

it("a value goes through serialize and back", () => {
  const value = { a: new Map([[1, 2]]), when: new Date(5) };
  const back = v8.deserialize(v8.serialize(value)) as typeof value;
  expect(back).toEqual(value);
  expect(back).not.toBe(value);
});

it("heap statistics", () => {
  const { used_heap_size, total_heap_size, heap_size_limit } = v8.getHeapStatistics();
  expect(used_heap_size).toBeGreaterThan(0);
  expect(total_heap_size).toBeGreaterThanOrEqual(used_heap_size);
  expect(heap_size_limit).toBeGreaterThan(total_heap_size);
  expect(v8.getHeapSpaceStatistics().some((space) => space.space_name === "old_space" && space.space_used_size > 0)).toBe(true);
});
