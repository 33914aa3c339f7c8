import type { Hive } from "./hive";

const EVERY_DAYS = 42;

export function treatmentDue(hive: Hive, today: number): boolean {
  return hive.treatedOn === undefined || today % EVERY_DAYS === 0;
}
