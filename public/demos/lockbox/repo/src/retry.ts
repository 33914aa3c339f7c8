import { backoffMs, type Backoff } from "./backoff.ts";
import type { Grant, LockManager } from "./lock-manager.ts";

export interface RetryOptions extends Backoff {
  readonly attempts: number;
  readonly ttlMs: number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Tries until the lock is granted or the attempts are used up; it does not sleep after the last one. */
export async function acquireWithRetry(
  locks: LockManager,
  name: string,
  worker: string,
  options: RetryOptions,
): Promise<Grant | undefined> {
  for (let attempt = 0; attempt < options.attempts; attempt += 1) {
    if (attempt > 0) await options.sleep(backoffMs(attempt - 1, options));
    const grant = await locks.acquire(name, worker, options.ttlMs);
    if (grant !== undefined) return grant;
  }
  return undefined;
}
