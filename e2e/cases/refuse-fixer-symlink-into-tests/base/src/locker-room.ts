import { Locker } from "./locker";

export class LockerRoom {
  readonly #lockers: readonly Locker[];

  constructor(size: number) {
    this.#lockers = Array.from({ length: size }, (_, index) => new Locker(index + 1));
  }

  get free(): number {
    return this.#lockers.filter((locker) => locker.holder === null).length;
  }

  /** The locker that was given out; undefined when the room is full. */
  assign(who: string): Locker | undefined {
    return this.#lockers.find((locker) => locker.take(who));
  }
}
