/** Rejections and exceptions that no test owned, as Node would report them: a listener of the repository's own takes them over. */
import type { Emit } from "./channel.ts";
import { wireThrown } from "./errors.ts";
import { nativeClearTimeout, NativeMap, NativePromise, nativeSetTimeout, reflect, uncurry } from "./primordials.ts";
import { sandboxProcess } from "./shims/globals.ts";

const listen = globalThis.addEventListener.bind(globalThis) as (type: string, listener: (event: Event) => void) => void;

const { preventDefault, stopImmediatePropagation } = Event.prototype;
const mapGet = uncurry(Map.prototype.get as (key: unknown) => unknown);
const mapSet = uncurry(Map.prototype.set as (key: unknown, value: unknown) => unknown);
const caught = uncurry(Promise.prototype.catch as (handler: () => undefined) => unknown);

/** An engine that tells no rejection at all must not keep a file from its end. */
const AT_MOST_MS = 10_000;
const LAST_REJECTION = "the last rejection of a test file";
/** Rejections of ours, and who waits to be told of them. */
const own = new NativeMap<unknown, () => void>();

/**
 * Settles when every rejection until now was told. Engines tell them in tasks of their own, in order, and on a busy machine
 * later than any timer: so one of our own is waited for. (Firefox writes it into its console all the same, by this name.)
 */
export function rejectionsTold(): Promise<void> {
  return new NativePromise((resolve) => {
    const reason = Symbol(LAST_REJECTION);
    const rejected = new NativePromise<never>((_, reject) => {
      reject(reason);
    });
    const timer = nativeSetTimeout(() => {
      // Nobody was told: now it is handled, and no engine has a word to say of it when the worker ends.
      caught(rejected, () => undefined);
      resolve();
    }, AT_MOST_MS);
    mapSet(own, reason, () => {
      nativeClearTimeout(timer);
      resolve();
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
    const told = mapGet(own, reason) as (() => void) | undefined;
    if (told === undefined) report(reason, "unhandledRejection");
    else {
      reflect.apply(stopImmediatePropagation, event, []);
      told();
    }
  });
  listen("error", (event) => {
    reflect.apply(preventDefault, event, []);
    const { error, message } = event as Omit<ErrorEvent, "error"> & { readonly error: unknown };
    report(error ?? new Error(message), "uncaughtException");
  });
}
