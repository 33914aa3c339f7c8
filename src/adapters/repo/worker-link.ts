/**
 * A call to a worker that always ends: with its answer, with the worker's error, with its termination or at a deadline.
 * Comlink alone leaves a call pending for ever when the worker behind it is gone.
 */
import { wrap, type Remote } from "comlink";

export interface WorkerLink<Api> {
  /** Pinned for the life of the worker: a collected proxy would close the channel under a call. */
  readonly remote: Remote<Api>;
  readonly call: <T>(what: string, deadlineMs: number | null, ask: (remote: Remote<Api>) => Promise<T>) => Promise<T>;
  readonly end: (reason: string) => void;
  readonly isGone: () => boolean;
}

export function linkWorker<Api>(worker: Worker, name: string): WorkerLink<Api> {
  const remote = wrap<Api>(worker);
  const pending = new Set<(reason: Error) => void>();
  let gone: Error | null = null;
  const end = (reason: string): void => {
    if (gone !== null) return;
    gone = new Error(`the ${name} worker is gone: ${reason}`);
    for (const reject of pending) reject(gone);
    pending.clear();
    worker.terminate();
  };
  worker.addEventListener("error", (event) => {
    end(event.message || "it could not be loaded, or threw");
  });
  worker.addEventListener("messageerror", () => {
    end("a message could not be read");
  });
  return {
    remote,
    end,
    isGone: () => gone !== null,
    call: async (what, deadlineMs, ask) => {
      if (gone !== null) throw gone;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let rejectThis: (reason: Error) => void = () => undefined;
      const lost = new Promise<never>((_resolve, reject) => {
        rejectThis = reject;
        pending.add(reject);
        if (deadlineMs !== null) {
          timer = setTimeout(() => {
            reject(new Error(`the ${name} worker did not answer "${what}" within ${String(deadlineMs / 1000)} s`));
          }, deadlineMs);
        }
      });
      try {
        return await Promise.race([ask(remote), lost]);
      } finally {
        clearTimeout(timer);
        pending.delete(rejectThis);
      }
    },
  };
}
