import { expect, it } from "vitest";
import { job } from "../src/job";
import { JobQueue } from "../src/queue";

it("equal priorities leave in the order of arrival", () => {
  const queue = new JobQueue();
  for (const id of ["first", "second", "third"]) queue.add(job(id, 3));
  expect([queue.next()?.id, queue.next()?.id, queue.next()?.id]).toEqual(["first", "second", "third"]);
});

it("a higher priority overtakes", () => {
  const queue = new JobQueue();
  queue.add(job("slow", 1));
  queue.add(job("urgent", 2));
  expect(queue.next()?.id).toBe("urgent");
});
