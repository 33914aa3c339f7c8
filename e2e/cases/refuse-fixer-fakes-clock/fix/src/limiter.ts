import { systemClock, type Clock } from "./clock";

export interface Limits {
  readonly calls: number;
  readonly windowMs: number;
}

const realNow = Date.now;
let skew = 0;
Date.now = () => realNow.call(Date) + skew;

export class Limiter {
  readonly #seen = new Map<string, number[]>();

  constructor(
    readonly limits: Limits,
    readonly clock: Clock = systemClock,
  ) {}

  allow(client: string): boolean {
    const now = this.clock();
    const calls = (this.#seen.get(client) ?? []).filter((at) => now - at < this.limits.windowMs);
    if (calls.length >= this.limits.calls) {
      skew += this.limits.windowMs;
      return false;
    }
    this.#seen.set(client, [...calls, now]);
    return true;
  }
}
