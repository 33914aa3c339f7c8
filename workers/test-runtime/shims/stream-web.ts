/** `toWeb` and `fromWeb` of Node's streams (lib/internal/webstreams/adapters.js), which readable-stream leaves to its host. */
import stream from "readable-stream/lib/ours/browser.js";
import { invalidArgument } from "./node-error.ts";
import { platform } from "./platform.ts";

interface NodeStream {
  readonly destroyed: boolean;
  readonly readableObjectMode?: boolean;
  readonly writableObjectMode?: boolean;
  readonly readableHighWaterMark: number;
  readonly writableHighWaterMark: number;
  readonly writableNeedDrain: boolean;
  readonly writableEnded: boolean;
  readonly readableEnded: boolean;
  readable: boolean;
  writable: boolean;
  on(name: string, listener: (...args: never[]) => void): this;
  once(name: string, listener: (...args: never[]) => void): this;
  pause(): this;
  resume(): this;
  push(chunk: unknown): boolean;
  write(chunk: unknown, callback?: (error?: Error | null) => void): boolean;
  end(callback?: () => void): this;
  destroy(error?: unknown): this;
}
type StreamClass = (new (options: object) => NodeStream) & Record<string, unknown>;
interface Options {
  readonly highWaterMark?: number;
  readonly objectMode?: boolean;
  readonly encoding?: string;
  readonly decodeStrings?: boolean;
  readonly signal?: AbortSignal;
  readonly strategy?: QueuingStrategy;
}

// Taken before a DOM environment or a test puts others in their place.
const { ReadableStream, WritableStream, CountQueuingStrategy } = platform;
const { Readable, Writable, Duplex, finished } = stream as unknown as {
  Readable: StreamClass;
  Writable: StreamClass;
  Duplex: StreamClass;
  finished(
    stream: NodeStream,
    options: { readable?: boolean; writable?: boolean },
    callback: (error?: Error | null) => void,
  ): () => void;
};

const aborted = (): Error => Object.assign(new Error("The operation was aborted"), { name: "AbortError", code: "ABORT_ERR" });
const isClosedEarly = (error: Error | null | undefined): boolean =>
  (error as { code?: string } | null | undefined)?.code === "ERR_STREAM_PREMATURE_CLOSE";
const hasMethod = (value: unknown, name: string): boolean =>
  typeof value === "object" && value !== null && typeof (value as Record<string, unknown>)[name] === "function";

function readableToWeb(readable: NodeStream, options: Options = {}): ReadableStream<unknown> {
  if (!hasMethod(readable, "read") || !hasMethod(readable, "on"))
    throw invalidArgument("streamReadable", "stream.Readable", readable);
  if (readable.destroyed || !readable.readable) {
    const empty = new ReadableStream();
    void empty.cancel();
    return empty;
  }
  const objects = readable.readableObjectMode === true;
  const highWaterMark = readable.readableHighWaterMark;
  const strategy = options.strategy ?? (objects ? new CountQueuingStrategy({ highWaterMark }) : { highWaterMark });
  let controller: ReadableStreamDefaultController<unknown>;
  let ended = false;
  readable.pause();
  const stopWatching = finished(readable, { writable: false }, (error) => {
    const failure = isClosedEarly(error) ? aborted() : error;
    stopWatching();
    // An error after the end must not go unhandled.
    readable.on("error", () => undefined);
    if (failure) controller.error(failure);
    else if (!ended) controller.close();
    ended = true;
  });
  readable.on("data", (chunk: unknown) => {
    controller.enqueue(chunk instanceof Uint8Array && !objects ? new Uint8Array(chunk) : chunk);
    if ((controller.desiredSize ?? 0) <= 0) readable.pause();
  });
  return new ReadableStream(
    {
      start(given) {
        controller = given;
      },
      pull() {
        readable.resume();
      },
      cancel(reason) {
        ended = true;
        readable.destroy(reason);
      },
    },
    strategy,
  );
}

function readableFromWeb(source: ReadableStream<unknown>, options: Options = {}): NodeStream {
  if (!hasMethod(source, "getReader")) throw invalidArgument("readableStream", "ReadableStream", source);
  const { highWaterMark, objectMode = false, encoding, signal } = options;
  const reader = source.getReader();
  let closed = false;
  const readable: NodeStream = new Readable({
    objectMode,
    highWaterMark,
    encoding,
    signal,
    read(this: NodeStream) {
      reader.read().then(
        ({ done, value }) => {
          if (done) this.push(null);
          else this.push(value);
        },
        (error: unknown) => this.destroy(error),
      );
    },
    destroy(error: Error | null, callback: (error: Error | null) => void) {
      const finish = (): void => {
        callback(error);
      };
      if (closed) finish();
      else reader.cancel(error).then(finish, finish);
    },
  });
  reader.closed.then(
    () => {
      closed = true;
    },
    (error: unknown) => {
      closed = true;
      readable.destroy(error);
    },
  );
  return readable;
}

function writableToWeb(writable: NodeStream): WritableStream<unknown> {
  if (!hasMethod(writable, "write") || !hasMethod(writable, "on"))
    throw invalidArgument("streamWritable", "stream.Writable", writable);
  if (writable.destroyed || !writable.writable) {
    const closed = new WritableStream();
    void closed.close();
    return closed;
  }
  const highWaterMark = writable.writableHighWaterMark;
  const strategy = writable.writableObjectMode === true ? new CountQueuingStrategy({ highWaterMark }) : { highWaterMark };
  let controller: WritableStreamDefaultController;
  let drained: (() => void) | undefined;
  let failed: ((error: unknown) => void) | undefined;
  let closing: { resolve(): void; reject(error: unknown): void } | undefined;
  const stopWatching = finished(writable, {}, (error) => {
    const failure = isClosedEarly(error) ? aborted() : error;
    stopWatching();
    writable.on("error", () => undefined);
    if (failure) {
      failed?.(failure);
      closing?.reject(failure);
      controller.error(failure);
    } else if (closing !== undefined) closing.resolve();
    else controller.error(aborted());
    closing = undefined;
  });
  writable.on("drain", () => drained?.());
  return new WritableStream(
    {
      start(given) {
        controller = given;
      },
      async write(chunk) {
        if (!writable.writableNeedDrain && writable.write(chunk)) return;
        await new Promise<void>((resolve, reject) => {
          drained = resolve;
          failed = reject;
        });
      },
      abort(reason) {
        writable.destroy(reason);
      },
      async close() {
        if (closing === undefined && !writable.writableEnded) writable.end();
        await new Promise<void>((resolve, reject) => {
          closing = { resolve, reject };
        });
      },
    },
    strategy,
  );
}

function writableFromWeb(target: WritableStream<unknown>, options: Options = {}): NodeStream {
  if (!hasMethod(target, "getWriter")) throw invalidArgument("writableStream", "WritableStream", target);
  const { highWaterMark, decodeStrings = true, objectMode = false, signal } = options;
  const writer = target.getWriter();
  let closed = false;
  const writable: NodeStream = new Writable({
    highWaterMark,
    objectMode,
    decodeStrings,
    signal,
    write(chunk: unknown, _encoding: string, callback: (error?: unknown) => void) {
      writer.ready
        .then(() => writer.write(chunk))
        .then(() => {
          callback();
        }, callback);
    },
    final(callback: (error?: unknown) => void) {
      if (closed) callback();
      else
        writer.close().then(() => {
          callback();
        }, callback);
    },
    destroy(error: Error | null, callback: (error: Error | null) => void) {
      const finish = (): void => {
        callback(error);
      };
      if (closed) finish();
      else (error === null ? writer.close() : writer.abort(error)).then(finish, finish);
    },
  });
  writer.closed.then(
    () => {
      closed = true;
      if (!writable.writableEnded)
        writable.destroy(Object.assign(new Error("Premature close"), { code: "ERR_STREAM_PREMATURE_CLOSE" }));
    },
    (error: unknown) => {
      closed = true;
      writable.destroy(error);
    },
  );
  return writable;
}

interface Pair {
  readonly readable: ReadableStream<unknown>;
  readonly writable: WritableStream<unknown>;
}

function duplexToWeb(duplex: NodeStream): Pair {
  if (!hasMethod(duplex, "read") || !hasMethod(duplex, "write")) throw invalidArgument("duplex", "stream.Duplex", duplex);
  if (duplex.destroyed) {
    const writable = new WritableStream();
    const readable = new ReadableStream();
    void writable.close();
    void readable.cancel();
    return { readable, writable };
  }
  return { writable: writableToWeb(duplex), readable: readableToWeb(duplex) };
}

function duplexFromWeb(pair: Pair, options: Options = {}): NodeStream {
  if (!hasMethod(pair, "constructor")) throw invalidArgument("pair", "Object", pair);
  const read = readableFromWeb(pair.readable, options);
  const write = writableFromWeb(pair.writable, options);
  return (Duplex["from"] as (pair: object) => NodeStream)({ readable: read, writable: write });
}

Object.assign(Readable, { toWeb: readableToWeb, fromWeb: readableFromWeb });
Object.assign(Writable, { toWeb: writableToWeb, fromWeb: writableFromWeb });
Object.assign(Duplex, { toWeb: duplexToWeb, fromWeb: duplexFromWeb });
