import type { Listener } from "./listener";

export class Hub<T> {
  readonly #listeners: Listener<T>[] = [];

  get size(): number {
    return this.#listeners.length;
  }

  on(listener: Listener<T>): () => void {
    this.#listeners.push(listener);
    return () => {
      const at = this.#listeners.indexOf(listener);
      if (at >= 0) this.#listeners.splice(at, 1);
    };
  }

  emit(event: T): void {
    for (let index = 0; index < this.#listeners.length; index++) this.#listeners[index]?.(event);
  }
}
