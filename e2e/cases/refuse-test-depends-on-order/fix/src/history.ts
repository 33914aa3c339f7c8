export class History<T> {
  #past: T[] = [];
  #future: T[] = [];
  #present: T;

  constructor(present: T) {
    this.#present = present;
  }

  get present(): T {
    return this.#present;
  }

  edit(next: T): void {
    this.#past.push(this.#present);
    this.#future = [];
    this.#present = next;
  }

  undo(): boolean {
    return this.#move(this.#past, this.#future);
  }

  redo(): boolean {
    return this.#move(this.#future, this.#past);
  }

  #move(from: T[], to: T[]): boolean {
    if (from.length === 0) return false;
    to.push(this.#present);
    this.#present = from.pop()!;
    return true;
  }
}
