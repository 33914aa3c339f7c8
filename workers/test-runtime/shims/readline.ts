/** `node:readline`. */
import { promisify } from "./util-functions.ts";
import { impossible } from "./impossible.ts";
import { abortError, invalidArgument } from "./node-error.ts";
import { clear, clearDown, moveBy, moveTo } from "./readline-cursor.ts";
import { askUntil, LineReader, type Input, type Options, type Output } from "./readline-interface.ts";
import promises from "./readline-promises.ts";

type Done = (error?: Error | null) => void;

export class Interface extends LineReader {
  question(
    query: string,
    given: { readonly signal?: AbortSignal } | ((answer: string) => void),
    answered?: (answer: string) => void,
  ): void {
    const callback = typeof given === "function" ? given : answered;
    const { signal } = typeof given === "function" ? {} : given;
    if (signal?.aborted === true || typeof callback !== "function") return;
    let done = (): void => undefined;
    done = askUntil(
      signal,
      () => {
        this.ask(query, (line) => {
          done();
          callback(line);
        });
      },
      () => {
        this.withdraw();
      },
      () => undefined,
    );
  }
}
Object.assign(Interface.prototype.question, {
  [promisify.custom](this: Interface, query: string, options: { readonly signal?: AbortSignal } = {}): Promise<string> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(abortError(signal));
        return;
      }
      const stop = (): void => {
        reject(abortError(signal));
      };
      signal?.addEventListener("abort", stop, { once: true });
      this.question(query, options, (answer) => {
        signal?.removeEventListener("abort", stop);
        resolve(answer);
      });
    });
  },
});

function put(stream: Output | null | undefined, text: string, callback: Done | undefined): boolean {
  if (callback !== undefined && typeof callback !== "function") throw invalidArgument("callback", "function", callback);
  if (stream === null || stream === undefined || text === "") {
    if (callback !== undefined) process.nextTick(callback, null);
    return true;
  }
  return stream.write(text, callback);
}

export const createInterface = (input: Input | Options, output?: Output, completer?: unknown, terminal?: boolean): Interface =>
  new Interface(input, output, completer, terminal);
export const clearLine = (stream: Output, direction: number, callback?: Done): boolean => put(stream, clear(direction), callback);
export const clearScreenDown = (stream: Output, callback?: Done): boolean => put(stream, clearDown, callback);
export const cursorTo = (stream: Output, x: number, y?: number | Done, callback?: Done): boolean =>
  typeof y === "function" ? put(stream, moveTo(x), y) : put(stream, moveTo(x, y), callback);
export const moveCursor = (stream: Output, dx: number, dy: number, callback?: Done): boolean =>
  put(stream, moveBy(dx, dy), callback);
export const emitKeypressEvents = (): never => impossible("readline.emitKeypressEvents");
export { promises };
export default { Interface, clearLine, clearScreenDown, createInterface, cursorTo, emitKeypressEvents, moveCursor, promises };
