/** `node:timers/promises`, on the queue and not on globals that a test may fake. Aborts are told in Node's words. */
import { timers } from "./timers-queue.ts";

interface Options {
  readonly signal?: AbortSignal;
  readonly ref?: boolean;
}

class AbortError extends Error {
  override readonly name = "AbortError";
  readonly code = "ABORT_ERR";
  constructor(signal: AbortSignal | undefined) {
    super("The operation was aborted", { cause: signal?.reason });
  }
}

/** Settles by `start`'s callback, or is rejected as soon as the signal says so. */
function abortable<T>(signal: AbortSignal | undefined, start: (resolve: (value: T) => void) => () => void): Promise<T> {
  if (signal === undefined)
    return new Promise<T>((resolve) => {
      start(resolve);
    });
  if (signal.aborted) return Promise.reject(new AbortError(signal));
  return new Promise<T>((resolve, reject) => {
    const stop = start((value) => {
      signal.removeEventListener("abort", onAbort);
      resolve(value);
    });
    const onAbort = (): void => {
      stop();
      reject(new AbortError(signal));
    };
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

export function setTimeout<T = undefined>(delay?: number, value?: T, { signal, ref = true }: Options = {}): Promise<T> {
  return abortable<T>(signal, (resolve) => {
    const timer = timers.setTimeout(() => {
      resolve(value as T);
    }, delay);
    if (!ref) timer.unref();
    return () => {
      timers.clearTimeout(timer);
    };
  });
}

export function setImmediate<T = undefined>(value?: T, { signal }: Options = {}): Promise<T> {
  return abortable<T>(signal, (resolve) => {
    const immediate = timers.setImmediate(() => {
      resolve(value as T);
    });
    return () => {
      timers.clearImmediate(immediate);
    };
  });
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

export async function* setInterval<T = undefined>(
  delay?: number,
  value?: T,
  { signal, ref = true }: Options = {},
): AsyncGenerator<T> {
  let due = 0;
  let wake: () => void = () => undefined;
  const timer = timers.setInterval(() => {
    due++;
    wake();
  }, delay);
  if (!ref) timer.unref();
  const onAbort = (): void => {
    timers.clearInterval(timer);
    wake();
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    while (!isAborted(signal)) {
      if (due === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      for (; due > 0; due--) yield value as T;
    }
    throw new AbortError(signal);
  } finally {
    timers.clearInterval(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

export const scheduler = {
  wait: (delay: number, options?: Options): Promise<undefined> => setTimeout(delay, undefined, options),
  yield: (): Promise<undefined> => setImmediate(),
};

const custom = Symbol.for("nodejs.util.promisify.custom");
Object.defineProperty(timers.setTimeout, custom, { enumerable: true, get: () => setTimeout });
Object.defineProperty(timers.setImmediate, custom, { enumerable: true, get: () => setImmediate });

export default { setTimeout, setImmediate, setInterval, scheduler };
