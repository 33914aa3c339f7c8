/** Rejections and exceptions that no test owned, as Node would report them: a listener of the repository's own takes them over. */
import type { Emit } from "./channel.ts";
import { wireThrown } from "./errors.ts";
import { reflect } from "./primordials.ts";
import { sandboxProcess } from "./shims/globals.ts";

const listen = globalThis.addEventListener.bind(globalThis) as (type: string, listener: (event: Event) => void) => void;

const { preventDefault } = Event.prototype;

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
    report((event as PromiseRejectionEvent).reason, "unhandledRejection");
  });
  listen("error", (event) => {
    reflect.apply(preventDefault, event, []);
    const { error, message } = event as Omit<ErrorEvent, "error"> & { readonly error: unknown };
    report(error ?? new Error(message), "uncaughtException");
  });
}
