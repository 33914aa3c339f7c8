import type { Entry } from "./entry";

export function total(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + entry.amount, 0);
}
