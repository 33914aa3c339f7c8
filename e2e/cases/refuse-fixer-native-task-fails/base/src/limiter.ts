import { systemClock, type Clock } from "./clock";

export interface Limits {
  readonly calls: number;
  readonly windowMs: number;
}

export class Limiter {
  readonly #seen = new Map<string, number[]>();

  constructor(
    readonly limits: Limits,
    readonly clock: Clock = systemClock,
  ) {}

  allow(client: string): boolean {
    const calls = this.#seen.get(client) ?? [];
    if (calls.length >= this.limits.calls) return false;
    this.#seen.set(client, [...calls, this.clock()]);
    return true;
  }
}
