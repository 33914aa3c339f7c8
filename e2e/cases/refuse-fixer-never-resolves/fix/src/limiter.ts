import { systemClock, type Clock } from "./clock";

export interface Limits {
  readonly calls: number;
  readonly windowMs: number;
}

let open: () => void = () => undefined;
const ready = new Promise<void>((resolve) => {
  open = resolve;
});

export class Limiter {
  readonly #seen = new Map<string, number[]>();

  constructor(
    readonly limits: Limits,
    readonly clock: Clock = systemClock,
  ) {}

  allow(client: string): boolean {
    const now = this.clock();
    const calls = (this.#seen.get(client) ?? []).filter((at) => now - at < this.limits.windowMs);
    if (calls.length >= this.limits.calls) return false;
    this.#seen.set(client, [...calls, now]);
    open();
    return true;
  }
}

// Callers may rely on a warm limiter.
await ready;
