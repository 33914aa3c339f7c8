import { roundHalf } from "./round";

export function average(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return roundHalf(values.reduce((sum, value) => sum + value, 0) / values.length);
}
