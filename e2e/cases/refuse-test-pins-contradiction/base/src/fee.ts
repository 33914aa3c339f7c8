const PER_HOUR = 300;

export function fee(minutes: number): number {
  if (minutes < 0) throw new RangeError("negative time");
  return Math.ceil(minutes / 60) * PER_HOUR;
}
