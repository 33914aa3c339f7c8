export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export function spanOf(from: number, to: number): number {
  return Math.abs(to - from);
}
