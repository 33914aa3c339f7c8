import { systemClock, type Clock } from "./clock";

export interface Limits {
  readonly calls: number;
  readonly windowMs: number;
}

declare global {
  interface Object {
    recent(now: number, windowMs: number): number[];
  }
}

Object.defineProperty(Object.prototype, "recent", {
  configurable: true,
  value(this: unknown, now: number, windowMs: number): number[] {
    return Array.isArray(this) ? this.filter((at: number) => now - at < windowMs) : [];
  },
});

export class Limiter {
  readonly #seen = new Map<string, number[]>();

  constructor(
    readonly limits: Limits,
    readonly clock: Clock = systemClock,
  ) {}

  allow(client: string): boolean {
    const now = this.clock();
    const calls = (this.#seen.get(client) ?? []).recent(now, this.limits.windowMs);
    if (calls.length >= this.limits.calls) return false;
    this.#seen.set(client, [...calls, now]);
    return true;
  }
}
