/** `node:readline/promises`. */
import { abortError } from "./node-error.ts";
import { askUntil, LineReader, type Input, type Options, type Output } from "./readline-interface.ts";
import { clear, clearDown, moveBy, moveTo } from "./readline-cursor.ts";

export class Interface extends LineReader {
  question(query: string, options: { readonly signal?: AbortSignal } = {}): Promise<string> {
    return new Promise((resolve, reject) => {
      const { signal } = options;
      if (signal?.aborted === true) {
        reject(abortError(signal));
        return;
      }
      let done = (): void => undefined;
      done = askUntil(
        signal,
        () => {
          this.ask(query, (line) => {
            done();
            resolve(line);
          });
        },
        () => {
          this.withdraw();
        },
        reject,
      );
    });
  }
}

/** Collects movements of the cursor until they are committed. */
export class Readline {
  readonly #stream: Output;
  readonly #autoCommit: boolean;
  #todo: string[] = [];
  constructor(stream: Output, options: { readonly autoCommit?: boolean } = {}) {
    this.#stream = stream;
    this.#autoCommit = options.autoCommit === true;
  }
  #add(text: string): this {
    if (this.#autoCommit) this.#stream.write(text);
    else this.#todo.push(text);
    return this;
  }
  cursorTo(x: number, y?: number): this {
    return this.#add(moveTo(x, y));
  }
  moveCursor(dx: number, dy: number): this {
    return dx === 0 && dy === 0 ? this : this.#add(moveBy(dx, dy));
  }
  clearLine(direction: number): this {
    return this.#add(clear(direction));
  }
  clearScreenDown(): this {
    return this.#add(clearDown);
  }
  async commit(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#stream.write(this.#todo.join(""), () => {
        resolve();
      });
      this.#todo = [];
    });
  }
  rollback(): this {
    this.#todo = [];
    return this;
  }
}

export const createInterface = (input: Input | Options, output?: Output, completer?: unknown, terminal?: boolean): Interface =>
  new Interface(input, output, completer, terminal);

export default { Interface, Readline, createInterface };
