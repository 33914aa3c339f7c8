import { delay } from "./delay";

export interface PollOptions {
  everyMs: number;
  signal?: AbortSignal;
}

/** Asks until there is an answer. */
export async function poll<T>(ask: () => Promise<T | undefined>, { everyMs, signal }: PollOptions): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await delay(everyMs, signal);
  }
}
