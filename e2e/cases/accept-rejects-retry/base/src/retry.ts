import { delayFor } from "./backoff";

export interface RetryOptions {
  readonly sleep?: (ms: number) => Promise<void>;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export async function retry<T>(task: (attempt: number) => Promise<T>, attempts: number, { sleep = pause }: RetryOptions = {}): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task(attempt);
    } catch (error) {
      if (attempt > attempts) throw error;
      await sleep(delayFor(attempt));
    }
  }
}
