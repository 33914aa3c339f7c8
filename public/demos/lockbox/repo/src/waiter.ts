export type WaiterState = "waiting" | "granted" | "cancelled";

/** One worker's place in the queue. It leaves the state `waiting` once, and never comes back. */
export class Waiter {
  readonly worker: string;
  #state: WaiterState = "waiting";

  constructor(worker: string) {
    this.worker = worker;
  }

  get state(): WaiterState {
    return this.#state;
  }

  /** Hands the lock to this waiter; false where it takes no lock any more. */
  grant(): boolean {
    if (this.#state === "granted") return false;
    this.#state = "granted";
    return true;
  }

  /** Gives the place up; false where it is too late for that. */
  cancel(): boolean {
    if (this.#state !== "waiting") return false;
    this.#state = "cancelled";
    return true;
  }
}
