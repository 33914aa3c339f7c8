export class Locker {
  #holder: string | null = null;

  constructor(readonly number: number) {}

  get holder(): string | null {
    return this.#holder;
  }

  take(who: string): boolean {
    if (this.#holder !== null) return this.#holder === who;
    this.#holder = who;
    return true;
  }

  release(who: string): void {
    if (this.#holder !== who) throw new Error(`${who} does not hold locker ${this.number}`);
    this.#holder = null;
  }
}
