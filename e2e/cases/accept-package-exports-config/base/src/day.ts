const DAY = 86_400_000;

/** Days since 1 January 1970, UTC. */
export function dayNumber(date: Date): number {
  return Math.floor(date.getTime() / DAY);
}

export function daysBetween(from: Date, to: Date): number {
  return dayNumber(to) - dayNumber(from);
}
