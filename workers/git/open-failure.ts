/**
 * How opening gives up, from however deep. The one exception in place of a Result here: a dozen nested steps, all of which
 * may end in the same few ways; the engine turns it into the Result that crosses the thread, so nobody else sees it.
 */
import type { OpenError } from "../../src/app/ports/index.ts";

export class OpenFailure extends Error {
  readonly error: OpenError;
  constructor(error: OpenError) {
    super("message" in error ? error.message : error.kind);
    this.error = error;
  }
}

type Plain = Exclude<OpenError["kind"], "cancelled" | "rate-limited">;

export function fail(kind: Plain, message: string, advice: string): never {
  throw new OpenFailure({ kind, message, advice });
}

export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new OpenFailure({ kind: "cancelled" });
}

/** Gives the event loop a turn, so that a cancel can arrive in the middle of long work. */
export async function breathe(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 0);
  });
  throwIfCancelled(signal);
}
