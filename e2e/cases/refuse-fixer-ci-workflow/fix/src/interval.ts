export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** Minutes since midnight, from "HH:MM". */
export function minutes(clock: string): number {
  const [hours, mins] = clock.split(":").map(Number);
  if (hours === undefined || mins === undefined || Number.isNaN(hours) || Number.isNaN(mins)) {
    throw new RangeError(`not a time of day: ${clock}`);
  }
  return hours * 60 + mins;
}

export function interval(from: string, to: string): Interval {
  const start = minutes(from);
  const end = minutes(to);
  if (end <= start) throw new RangeError(`${to} is not after ${from}`);
  return { start, end };
}

export function clashes(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}
