/** How many attempts at a lock were made, and how many won. */
export class LockStats {
  #won = 0;
  #lost = 0;

  record(won: boolean): void {
    if (won) this.#won += 1;
    else this.#lost += 1;
  }

  get attempts(): number {
    return this.#won + this.#lost;
  }

  /** From 0 to 1. */
  get successRate(): number {
    return this.#won / this.attempts;
  }
}
