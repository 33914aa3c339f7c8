import { History } from "./history";

export class Document {
  readonly #history = new History("");

  type(text: string): string {
    this.#history.edit(this.#history.present + text);
    return this.#history.present;
  }

  undo(): string {
    this.#history.undo();
    return this.#history.present;
  }
}
