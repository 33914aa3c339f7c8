export interface Backoff {
  readonly baseMs: number;
  /** No delay is longer than this. */
  readonly capMs: number;
}

/** The delay before a retry, doubled with every attempt (counted from 0). */
export function backoffMs(attempt: number, { baseMs, capMs }: Backoff): number {
  return Math.min(baseMs, capMs) * 2 ** attempt;
}
