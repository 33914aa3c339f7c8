import { dayNumber } from "./day";

/** 1 is Monday, 7 Sunday. */
export function weekday(date: Date): number {
  return ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;
}
