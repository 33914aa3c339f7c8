import { expect, it } from "vitest";
import { BoundedQueue } from "../bounded-queue";
import { drain } from "../drain";

it("keeps out what is over the limit", () => {
  const queue = new BoundedQueue<string>(2);
  expect(["a", "b", "c"].map((item) => queue.push(item))).toEqual([true, true, false]);
  expect(drain(queue)).toEqual(["a", "b"]);
});

it("takes items again when there is room", () => {
  const queue = new BoundedQueue<string>(1);
  queue.push("a");
  queue.shift();
  expect(queue.push("b")).toBe(true);
});
