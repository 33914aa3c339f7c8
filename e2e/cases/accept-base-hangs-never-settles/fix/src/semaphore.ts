interface Waiter {
  resolve(): void;
  reject(reason: Error): void;
}

export class Semaphore {
  #free: number;
  #closed = false;
  readonly #waiting: Waiter[] = [];

  constructor(permits: number) {
    this.#free = permits;
  }

  acquire(): Promise<void> {
    if (this.#closed) return Promise.reject(new Error("closed"));
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next.resolve();
    else this.#free++;
  }

  close(): void {
    this.#closed = true;
    for (const waiter of this.#waiting.splice(0)) waiter.reject(new Error("closed"));
  }
}
