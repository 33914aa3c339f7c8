export class Dome {
  #open = false;

  get isOpen(): boolean {
    return this.#open;
  }

  open(): void {
    if (this.#open) throw new Error("the dome is in use");
    this.#open = true;
  }

  close(): void {
    this.#open = false;
  }
}
