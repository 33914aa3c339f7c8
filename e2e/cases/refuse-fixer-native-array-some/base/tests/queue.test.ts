import { describe, expect, it } from "vitest";
import { job } from "../src/job";
import { JobQueue } from "../src/queue";
import { settings } from "../src/settings";

describe("JobQueue", () => {
  it("gives the highest priority first", () => {
    const queue = new JobQueue();
    queue.add(job("low", 1));
    queue.add(job("high", 9));
    queue.add(job("middle", 5));
    expect([queue.next()?.id, queue.next()?.id, queue.next()?.id]).toEqual(["high", "middle", "low"]);
  });

  it("gives nothing when it is empty", () => {
    expect(new JobQueue().next()).toBeUndefined();
  });

  it("refuses more jobs than it may hold", () => {
    const queue = new JobQueue();
    for (let n = 0; n < settings.maxJobs; n++) queue.add(job(`job ${n}`));
    expect(() => queue.add(job("one more"))).toThrow("the queue is full");
  });

  it.skipIf(!settings.draining)("drains in order and is empty then", () => {
    const queue = new JobQueue();
    queue.add(job("b", 1));
    queue.add(job("a", 2));
    expect(queue.drain().map(({ id }) => id)).toEqual(["a", "b"]);
    expect(queue.next()).toBeUndefined();
  });
});
