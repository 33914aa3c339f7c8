/** The line reader behind `node:readline` and `node:readline/promises` (Node 20, without a terminal: nothing here has one). */
import { StringDecoder } from "node:string_decoder";
import { EventEmitter, on, type EventEmitter as Emitter } from "node:events";
import { impossible } from "./impossible.ts";
import { abortError, invalidArgument, nodeError } from "./node-error.ts";

export interface Input {
  on(name: string, listener: (chunk: Uint8Array | string) => void): unknown;
  removeListener(name: string, listener: (chunk: Uint8Array | string) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}
export interface Output {
  write(text: string, callback?: (error?: Error | null) => void): boolean;
  readonly isTTY?: boolean;
}
export interface Options {
  readonly input: Input;
  readonly output?: Output | null;
  readonly terminal?: boolean;
  readonly crlfDelay?: number;
  readonly prompt?: string;
  readonly signal?: AbortSignal;
  readonly historySize?: number;
  readonly completer?: unknown;
}
type Answer = (line: string) => void;

const LINE_END = /\r\n|\n|\r(?!\n)|\u2028|\u2029/g;
const now = Date.now.bind(Date);

export class LineReader extends (EventEmitter as new () => Emitter) {
  readonly input: Input;
  readonly output: Output | null | undefined;
  readonly terminal: boolean;
  readonly crlfDelay: number;
  line = "";
  cursor = 0;
  closed = false;
  paused = false;
  readonly #decoder = new StringDecoder("utf8");
  #prompt: string;
  #rest = "";
  #sawReturnAt = 0;
  #answer: Answer | null = null;
  #promptBefore = "";

  constructor(input: Input | Options, output?: Output | null, completer?: unknown, terminal?: boolean) {
    super();
    const options: Options =
      "input" in input
        ? input
        : { input, ...(output === undefined ? {} : { output }), completer, ...(terminal === undefined ? {} : { terminal }) };
    if (typeof (options.input as Partial<Input> | undefined)?.on !== "function")
      throw invalidArgument("input", "stream.Readable", options.input);
    const { historySize = 30, signal } = options;
    if (typeof historySize !== "number" || !(historySize >= 0)) throw invalidArgument("historySize", "number", historySize);
    this.input = options.input;
    this.output = options.output;
    this.terminal = options.terminal ?? options.output?.isTTY === true;
    if (this.terminal) impossible("readline with a terminal");
    this.crlfDelay = Math.max(100, options.crlfDelay ?? 100);
    this.#prompt = options.prompt ?? "> ";
    const take = (chunk: Uint8Array | string): void => {
      this.#take(this.#decoder.write(chunk));
    };
    const end = (): void => {
      if (this.#rest !== "") this.emit("line", this.#rest);
      this.close();
    };
    const fail = (error: unknown): void => {
      this.emit("error", error);
    };
    this.input.on("data", take);
    this.input.on("end", end);
    this.input.on("error", fail);
    this.once("close", () => {
      this.input.removeListener("data", take);
      this.input.removeListener("end", end);
      this.input.removeListener("error", fail);
    });
    if (signal?.aborted === true)
      queueMicrotask(() => {
        this.close();
      });
    else if (signal !== undefined) {
      const close = (): void => {
        this.close();
      };
      signal.addEventListener("abort", close, { once: true });
      this.once("close", () => {
        signal.removeEventListener("abort", close);
      });
    }
    this.input.resume();
  }

  #take(given: string): void {
    let text = given;
    if (this.#sawReturnAt !== 0 && now() - this.#sawReturnAt <= this.crlfDelay) {
      if (text.startsWith("\n")) text = text.slice(1);
      this.#sawReturnAt = 0;
    }
    if (text === "") return;
    text = this.#rest + text;
    this.#rest = "";
    if (text.endsWith("\r")) this.#sawReturnAt = now();
    const lines = text.split(LINE_END);
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#onLine(line);
  }

  #onLine(line: string): void {
    const answer = this.#answer;
    if (answer === null) {
      this.emit("line", line);
      return;
    }
    this.#answer = null;
    this.setPrompt(this.#promptBefore);
    answer(line);
  }

  getPrompt(): string {
    return this.#prompt;
  }
  setPrompt(prompt: string): void {
    this.#prompt = prompt;
  }
  prompt(): void {
    if (this.paused) this.resume();
    this.#show(this.#prompt);
  }
  #show(text: string): void {
    if (this.output !== null && this.output !== undefined) this.output.write(text);
  }

  /** The next line is the answer; a question while another one waits is only shown, as in Node. */
  protected ask(query: string, answer: Answer): void {
    if (this.closed) throw nodeError(Error, "ERR_USE_AFTER_CLOSE", "readline was closed");
    if (this.#answer !== null) {
      this.prompt();
      return;
    }
    this.#promptBefore = this.#prompt;
    this.setPrompt(query);
    this.#answer = answer;
    this.prompt();
  }
  protected withdraw(): void {
    this.#answer = null;
  }

  write(text?: unknown): void {
    if (this.closed) throw nodeError(Error, "ERR_USE_AFTER_CLOSE", "readline was closed");
    if (this.paused) this.resume();
    if (text !== undefined && text !== null) this.#take(this.#decoder.write(text as Buffer));
  }
  pause(): this {
    if (this.paused) return this;
    this.input.pause();
    this.paused = true;
    this.emit("pause");
    return this;
  }
  resume(): this {
    if (!this.paused) return this;
    this.input.resume();
    this.paused = false;
    this.emit("resume");
    return this;
  }
  close(): void {
    if (this.closed) return;
    this.pause();
    this.closed = true;
    this.emit("close");
  }
  getCursorPos(): { rows: number; cols: number } {
    return { rows: 0, cols: this.#prompt.length + this.cursor };
  }
  [Symbol.dispose](): void {
    this.close();
  }
  [Symbol.asyncIterator](): AsyncIterableIterator<string> {
    const events = on(this, "line", { close: ["close"] });
    const close = (): void => {
      this.close();
    };
    return (async function* () {
      try {
        for await (const [line] of events) yield line as string;
      } finally {
        close();
      }
    })();
  }
}

/** A question that can be called off. */
export function askUntil(
  signal: AbortSignal | undefined,
  put: () => void,
  withdraw: () => void,
  refuse: (error: Error) => void,
): () => void {
  if (signal === undefined) {
    put();
    return () => undefined;
  }
  const stop = (): void => {
    withdraw();
    refuse(abortError(signal));
  };
  signal.addEventListener("abort", stop, { once: true });
  put();
  return () => {
    signal.removeEventListener("abort", stop);
  };
}
