/** How publishing gives up, from however deep; the engine turns it into a Result (see ../open-failure.ts). */
import type { OpenError, PublishError } from "../../../src/app/ports/index.ts";
import { err, ok, type Result } from "../../../src/core/result.ts";
import { OpenFailure } from "../open-failure.ts";

type Plain = Exclude<PublishError["kind"], "cancelled">;

export class PublishFailure extends Error {
  readonly error: PublishError;
  constructor(error: PublishError) {
    super("message" in error ? error.message : error.kind);
    this.error = error;
  }
}

export function refuse(kind: Plain, message: string, advice: string): never {
  throw new PublishFailure({ kind, message, advice });
}

/** What failed below, in the words of publishing. */
export function publishErrorOf(error: OpenError): PublishError {
  switch (error.kind) {
    case "cancelled":
      return error;
    case "unauthorised":
    case "not-found":
    case "cors":
    case "unreachable":
      return { kind: error.kind, message: error.message, advice: error.advice };
    case "rate-limited":
      return { kind: "rate-limited", message: error.message, advice: error.advice };
    default:
      return { kind: "rejected", message: error.message, advice: error.advice };
  }
}

export async function published<T>(work: () => Promise<T>): Promise<Result<T, PublishError>> {
  try {
    return ok(await work());
  } catch (cause) {
    if (cause instanceof PublishFailure) return err(cause.error);
    if (cause instanceof OpenFailure) return err(publishErrorOf(cause.error));
    throw cause;
  }
}

export function baseMoved(branch: string, now: string | null, then: string): never {
  const where = now === null ? "is gone" : `is at ${now.slice(0, 12)}`;
  return refuse(
    "base-moved",
    `${branch} ${where}; the run started from ${then.slice(0, 12)}.`,
    "Open the repository again, run the ticket on what is there now (every gate again), and publish that.",
  );
}
