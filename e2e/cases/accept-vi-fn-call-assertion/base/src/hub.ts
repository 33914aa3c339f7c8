export type Listener<T> = (value: T) => void;

export class Hub<T> {
  #listeners: Listener<T>[] = [];

  on(listener: Listener<T>): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => this.off(listener);
  }

  off(listener: Listener<T>): void {
    const at = this.#listeners.indexOf(listener);
    if (at >= 0) this.#listeners = this.#listeners.filter((_, index) => index !== at);
  }

  emit(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
}
