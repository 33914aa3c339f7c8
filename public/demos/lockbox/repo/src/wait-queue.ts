export interface Waiting {
  readonly worker: string;
  /** Higher is served first. */
  readonly priority: number;
}

/** Who is next. */
export class WaitQueue {
  #entries: Waiting[] = [];

  get size(): number {
    return this.#entries.length;
  }

  add(entry: Waiting): void {
    const at = this.#entries.findIndex((waiting) => waiting.priority <= entry.priority);
    if (at === -1) this.#entries.push(entry);
    else this.#entries.splice(at, 0, entry);
  }

  next(): Waiting | undefined {
    return this.#entries.shift();
  }
}
