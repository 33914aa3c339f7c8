/** 100, 200, 400 … at most 5000. */
export function delayFor(attempt: number): number {
  return Math.min(5000, 100 * 2 ** (attempt - 1));
}
