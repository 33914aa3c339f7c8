import type { Listener } from "./listener";

export class Hub<T> {
  readonly #listeners: Listener<T>[] = [];
  readonly #left = new Set<Listener<T>>();

  get size(): number {
    return this.#listeners.length;
  }

  on(listener: Listener<T>): () => void {
    this.#left.delete(listener);
    this.#listeners.push(listener);
    return () => {
      this.#left.add(listener);
    };
  }

  emit(event: T): void {
    for (const listener of [...this.#listeners]) if (!this.#left.has(listener)) listener(event);
  }
}
