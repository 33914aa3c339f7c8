import { Hub } from "./hub";

export class Store<S> {
  readonly changes = new Hub<S>();
  #state: S;

  constructor(first: S) {
    this.#state = first;
  }

  get state(): S {
    return this.#state;
  }

  update(next: S): void {
    if (Object.is(next, this.#state)) return;
    this.#state = next;
    this.changes.emit(next);
  }
}
