import { expect, it } from "vitest";
import { BoundedQueue } from "../bounded-queue";
import { drain } from "../drain";

it("is first in, first out", () => {
  const queue = new BoundedQueue<string>(5);
  queue.push("a");
  queue.push("b");
  expect(queue.size).toBe(2);
  expect(drain(queue)).toEqual(["a", "b"]);
});

it("is empty after a drain", () => {
  const queue = new BoundedQueue<number>(1);
  queue.push(1);
  drain(queue);
  expect(queue.size).toBe(0);
  expect(queue.shift()).toBeUndefined();
});

it("says that it took an item", () => {
  expect(new BoundedQueue<number>(1).push(1)).toBe(true);
});
