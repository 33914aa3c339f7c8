import type { Entry } from "./entry";

export function total(entries: Entry[]): number {
  return entries.reduce((sum, entry) => sum + entry.amount, 0);
}
