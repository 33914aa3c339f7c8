export interface Backoff {
  readonly first: number;
  readonly factor: number;
  readonly longest: number;
}

/** Milliseconds to wait before attempt number `attempt`, counted from 2. */
export function delayBefore(attempt: number, { first, factor, longest }: Backoff): number {
  return Math.min(longest, first * factor ** (attempt - 2));
}
