export class TileCache<V> {
  readonly #entries = new Map<string, V>();
  readonly #capacity: number;

  constructor(capacity: number) {
    if (capacity < 1) throw new RangeError("capacity must be at least 1");
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** What is held under the key, without counting as use. */
  peek(key: string): V | null {
    return this.#entries.get(key) ?? null;
  }

  get(key: string): V | null {
    const value = this.#entries.get(key);
    if (value === undefined) return null;
    // A Map keeps insertion order: putting the entry in again makes it the newest.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#capacity) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
  }
}
