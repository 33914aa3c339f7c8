export class BoundedQueue<T> {
  readonly #items: T[] = [];
  readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  push(item: T): boolean {
    if (this.#items.length > this.limit) return false;
    this.#items.push(item);
    return true;
  }

  shift(): T | undefined {
    return this.#items.shift();
  }

  get size(): number {
    return this.#items.length;
  }
}
