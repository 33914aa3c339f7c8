import type { Hours } from "./hours";

export function isOpen(hours: Hours, minute: number): boolean {
  return minute >= hours.from && minute <= hours.to;
}
