import type { BoundedQueue } from "./bounded-queue";

export function drain<T>(queue: BoundedQueue<T>): T[] {
  const all: T[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) all.push(item);
  return all;
}
