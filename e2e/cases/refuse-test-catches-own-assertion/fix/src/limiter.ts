export class Limiter {
  readonly #seen = new Map<string, number[]>();
  readonly limit: number;
  readonly windowMs: number;

  constructor(limit: number, windowMs: number) {
    this.limit = limit;
    this.windowMs = windowMs;
  }

  allow(who: string, now: number): boolean {
    const recent = (this.#seen.get(who) ?? []).filter((at) => now - at < this.windowMs);
    if (recent.length >= this.limit) return false;
    this.#seen.set(who, [...recent, now]);
    return true;
  }
}
