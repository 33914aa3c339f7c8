/** Rejections and exceptions that no test owned, as Node would report them: a listener of the repository's own takes them over. */
import type { Emit } from "./channel.ts";
import { wireThrown } from "./errors.ts";
import { nativeClearTimeout, NativePromise, nativeSetTimeout, reflect } from "./primordials.ts";
import { sandboxProcess } from "./shims/globals.ts";

const listen = globalThis.addEventListener.bind(globalThis) as (type: string, listener: (event: Event) => void) => void;

const { preventDefault } = Event.prototype;

/** An engine that tells no rejection at all must not keep a file from its end. */
const AT_MOST_MS = 500;
let last: { readonly reason: object; readonly told: () => void } | null = null;

/**
 * Settles when every rejection until now was told. Engines tell them in tasks of their own, in order, and on a busy machine
 * later than any timer: so one of our own is waited for.
 */
export function rejectionsTold(): Promise<void> {
  return new NativePromise((resolve) => {
    const timer = nativeSetTimeout(resolve, AT_MOST_MS);
    const reason = {};
    last = {
      reason,
      told: () => {
        nativeClearTimeout(timer);
        resolve();
      },
    };
    void new NativePromise((_, reject) => {
      reject(reason);
    });
  });
}

export function watchUnhandled(emit: Emit): void {
  const report = (error: unknown, event: "unhandledRejection" | "uncaughtException"): void => {
    // Node's rule: who listens has taken charge of it.
    if (sandboxProcess.listeners(event).length > 0) {
      sandboxProcess.emit(event, error, Promise.resolve());
      return;
    }
    emit({ kind: "unhandled", error: wireThrown(error) });
  };
  listen("unhandledrejection", (event) => {
    reflect.apply(preventDefault, event, []);
    const { reason } = event as PromiseRejectionEvent;
    if (last !== null && reason === last.reason) last.told();
    else report(reason, "unhandledRejection");
  });
  listen("error", (event) => {
    reflect.apply(preventDefault, event, []);
    const { error, message } = event as Omit<ErrorEvent, "error"> & { readonly error: unknown };
    report(error ?? new Error(message), "uncaughtException");
  });
}
