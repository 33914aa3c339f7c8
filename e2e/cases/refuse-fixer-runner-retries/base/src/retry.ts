import { delayBefore, type Backoff } from "./backoff";
import { sleep } from "./sleep";

export interface RetryOptions {
  readonly attempts: number;
  readonly backoff?: Backoff;
}

const GENTLE: Backoff = { first: 5, factor: 2, longest: 50 };

export async function retry<T>(task: () => Promise<T>, { attempts, backoff = GENTLE }: RetryOptions): Promise<T> {
  let last: unknown;
  for (let attempt = 1; attempt < attempts; attempt++) {
    if (attempt > 1) await sleep(delayBefore(attempt, backoff));
    try {
      return await task();
    } catch (error) {
      last = error;
    }
  }
  throw last;
}
