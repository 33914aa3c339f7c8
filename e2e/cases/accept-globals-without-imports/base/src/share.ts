import type { Tally } from "./tally";

/** In percent, rounded. */
export function shareOf(counts: Tally, name: string): number {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return all === 0 ? 0 : Math.round(((counts.get(name) ?? 0) * 100) / all);
}
