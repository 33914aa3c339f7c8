import type { Job } from "./job";

export function order(jobs: readonly Job[]): Job[] {
  return [...jobs].sort((a, b) => (a.priority > b.priority ? -1 : 0));
}
