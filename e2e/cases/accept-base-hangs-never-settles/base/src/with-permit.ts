import type { Semaphore } from "./semaphore";

export async function withPermit<T>(semaphore: Semaphore, run: () => Promise<T>): Promise<T> {
  await semaphore.acquire();
  try {
    return await run();
  } finally {
    semaphore.release();
  }
}
