import { minutesOf } from "./clock";

const DAY = 24 * 60;

export function hours(from: string, to: string): number {
  const minutes = minutesOf(to) - minutesOf(from);
  return (minutes < 0 ? minutes + DAY : minutes) / 60;
}

export function isNightShift(from: string, to: string): boolean {
  return minutesOf(to) < minutesOf(from);
}
