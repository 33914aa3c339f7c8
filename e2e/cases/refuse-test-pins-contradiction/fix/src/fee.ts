const PER_HOUR = 300;
const FREE = 15;

export function fee(minutes: number): number {
  if (minutes < 0) throw new RangeError("negative time");
  if (minutes < FREE) return 0;
  return Math.ceil(minutes / 60) * PER_HOUR;
}
