/** Waiting that can be cancelled, and limits on what never ends. Shared by the backends. */

/** Milliseconds; false when the signal came first. */
export function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(false);
      return;
    }
    const done = (finished: boolean) => () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancelled);
      resolve(finished);
    };
    const cancelled = done(false);
    const timer = setTimeout(done(true), ms);
    signal.addEventListener("abort", cancelled, { once: true });
  });
}

/** How long a model may take, in milliseconds. A generation that passes one of these is ended and said to be endless. */
export interface GenerationLimits {
  /** From the request to its end. */
  readonly totalMs: number;
  /** Without a token; the first one comes after the whole prompt was read, so it is given longer. */
  readonly silenceMs: number;
  readonly firstTokenMs: number;
}

export const GENEROUS_LIMITS: GenerationLimits = { totalMs: 20 * 60_000, silenceMs: 90_000, firstTokenMs: 6 * 60_000 };

export type LimitReached = { readonly limit: "total" | "silence" | "tokens"; readonly text: string };

/** Calls `onLimit` once when a limit is passed; `heard` says that a token came. */
export function watch(limits: GenerationLimits, onLimit: (reached: LimitReached) => void): { heard(): void; stop(): void } {
  let silence: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const reach = (reached: LimitReached) => {
    if (over) return;
    stop();
    onLimit(reached);
  };
  const total = setTimeout(() => {
    reach({ limit: "total", text: `it was still writing after ${seconds(limits.totalMs)}` });
  }, limits.totalMs);
  const listen = (ms: number) => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      reach({ limit: "silence", text: `no token came for ${seconds(ms)}` });
    }, ms);
  };
  const stop = () => {
    over = true;
    clearTimeout(total);
    clearTimeout(silence);
  };
  listen(limits.firstTokenMs);
  return {
    heard() {
      if (!over) listen(limits.silenceMs);
    },
    stop,
  };
}

function seconds(ms: number): string {
  return ms < 1000 ? `${String(ms)} ms` : `${String(Math.round(ms / 1000))} s`;
}
