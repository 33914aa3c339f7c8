export interface LockEvent {
  readonly type: "acquired" | "released";
  readonly key: string;
  readonly worker: string;
}

export type LockListener = (event: LockEvent) => void;

export class LockEvents {
  #listeners: LockListener[] = [];

  /** Returns the function that ends the subscription. */
  on(listener: LockListener): () => void {
    this.#listeners.push(listener);
    return () => {
      this.#listeners.splice(this.#listeners.indexOf(listener), 1);
    };
  }

  emit(event: LockEvent): void {
    // A copy: a listener may unsubscribe while it is being told.
    for (const listener of [...this.#listeners]) listener(event);
  }
}
