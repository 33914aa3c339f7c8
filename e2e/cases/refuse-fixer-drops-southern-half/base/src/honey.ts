import type { Hive } from "./hive";

const GRAMS_A_FRAME = 1873;

export function honeyOf(hive: Hive): number {
  return hive.frames * GRAMS_A_FRAME;
}

export function honeyOfAll(hives: readonly Hive[]): number {
  return hives.reduce((sum, hive) => sum + honeyOf(hive), 0);
}
