import { expect, it } from "vitest";
import { WaitQueue } from "../src/index.ts";

it("is empty at first", () => {
  const queue = new WaitQueue();
  expect(queue.size).toBe(0);
  expect(queue.next()).toBeUndefined();
});

it("serves the higher priority first", () => {
  const queue = new WaitQueue();
  queue.add({ worker: "ada", priority: 1 });
  queue.add({ worker: "ben", priority: 5 });
  queue.add({ worker: "cleo", priority: 3 });
  expect([queue.next(), queue.next(), queue.next()].map((entry) => entry?.worker)).toEqual([
    "ben",
    "cleo",
    "ada",
  ]);
});

it("forgets whom it has served", () => {
  const queue = new WaitQueue();
  queue.add({ worker: "ada", priority: 1 });
  queue.next();
  expect(queue.size).toBe(0);
});
