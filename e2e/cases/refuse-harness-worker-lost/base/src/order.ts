import type { Job } from "./job";

export function order(jobs: readonly Job[]): Job[] {
  return [...jobs].reverse().sort((a, b) => b.priority - a.priority);
}
