/** `node:events`: the functions around EventEmitter (Node 20, lib/events.js). */
import { part } from "../parts.ts";
import {
  captureRejectionSymbol,
  checkCount,
  errorMonitor,
  EventEmitter,
  initEmitter,
  kCapture,
  settings,
  type Emitter,
  type EventName,
} from "./event-emitter.ts";
import { targetListeners } from "./event-targets.ts";
import { abortError, invalidArgument } from "./node-error.ts";

interface OnOptions {
  readonly signal?: AbortSignal;
  readonly close?: readonly string[];
}

const isEmitter = (value: unknown): value is Emitter => typeof (value as Partial<Emitter> | null | undefined)?.on === "function";
// A DOM environment puts classes of its own in their place.
const { EventTarget: NativeTarget, AbortSignal: NativeSignal } = globalThis;
const isTarget = (value: unknown): value is EventTarget => value instanceof NativeTarget;

function listen(source: unknown, name: EventName, listener: (...args: unknown[]) => void, once = false): () => void {
  if (isEmitter(source)) {
    if (once) source.once(name, listener);
    else source.on(name, listener);
    return () => (source as Emitter & { removeListener: Emitter["off"] }).removeListener(name, listener);
  }
  if (typeof (source as Partial<EventTarget> | null | undefined)?.addEventListener === "function") {
    const target = source as EventTarget;
    target.addEventListener(name as string, listener, { once });
    return () => {
      target.removeEventListener(name as string, listener);
    };
  }
  throw invalidArgument("emitter", "EventEmitter", source);
}

function signalOf(options: OnOptions | undefined): AbortSignal | undefined {
  const signal = options?.signal;
  if (signal !== undefined && !("aborted" in (signal as object))) throw invalidArgument("options.signal", "AbortSignal", signal);
  return signal;
}

export async function once(emitter: unknown, name: EventName, options?: OnOptions): Promise<unknown[]> {
  const signal = signalOf(options);
  if (signal?.aborted === true) throw abortError(signal);
  return await new Promise((resolve, reject) => {
    const undo: (() => void)[] = [];
    const settle = (): void => {
      for (const one of undo) one();
    };
    undo.push(
      listen(
        emitter,
        name,
        (...args) => {
          settle();
          resolve(args);
        },
        true,
      ),
    );
    if (name !== "error" && isEmitter(emitter))
      undo.push(
        listen(
          emitter,
          "error",
          (error) => {
            settle();
            reject(error);
          },
          true,
        ),
      );
    if (signal !== undefined)
      undo.push(
        listen(
          signal,
          "abort",
          () => {
            settle();
            reject(abortError(signal));
          },
          true,
        ),
      );
  });
}

const AsyncIteratorPrototype = Object.getPrototypeOf(
  Object.getPrototypeOf(
    async function* () {
      // only its prototype is wanted
    }.prototype,
  ),
) as object;

/** An async iterator over an event's arguments. */
export function on(emitter: unknown, name: EventName, options?: OnOptions): AsyncIterator<unknown[]> {
  const signal = signalOf(options);
  if (signal?.aborted === true) throw abortError(signal);
  const queue: unknown[][] = [];
  const waiting: { resolve(result: IteratorResult<unknown[]>): void; reject(error: unknown): void }[] = [];
  const undo: (() => void)[] = [];
  let failure: { readonly error: unknown } | null = null;
  let finished = false;
  const done = (): IteratorResult<unknown[]> => ({ value: undefined, done: true });
  const close = (): Promise<IteratorResult<unknown[]>> => {
    for (const one of undo.splice(0)) one();
    finished = true;
    for (const one of waiting.splice(0)) one.resolve(done());
    return Promise.resolve(done());
  };
  const fail = (error: unknown): void => {
    const first = waiting.shift();
    if (first === undefined) failure = { error };
    else first.reject(error);
    void close();
  };
  undo.push(
    listen(emitter, name, (...args) => {
      const first = waiting.shift();
      if (first === undefined) queue.push(args);
      else first.resolve({ value: args, done: false });
    }),
  );
  if (name !== "error" && isEmitter(emitter)) undo.push(listen(emitter, "error", fail));
  for (const ending of options?.close ?? []) undo.push(listen(emitter, ending, () => void close()));
  if (signal !== undefined)
    undo.push(
      listen(
        signal,
        "abort",
        () => {
          fail(abortError(signal));
        },
        true,
      ),
    );
  return Object.setPrototypeOf(
    {
      next(): Promise<IteratorResult<unknown[]>> {
        const value = queue.shift();
        if (value !== undefined) return Promise.resolve({ value, done: false });
        if (failure !== null) {
          const { error } = failure;
          failure = null;
          return Promise.reject(error);
        }
        if (finished) return Promise.resolve(done());
        return new Promise((resolve, reject) => {
          waiting.push({ resolve, reject });
        });
      },
      return: close,
      throw(error: unknown): void {
        if (!(error instanceof Error)) throw invalidArgument("EventEmitter.AsyncIterator", "Error", error);
        fail(error);
      },
      [Symbol.asyncIterator](): unknown {
        return this;
      },
    },
    AsyncIteratorPrototype,
  ) as AsyncIterator<unknown[]>;
}

const targetLimits = new WeakMap<EventTarget, number>();

export function setMaxListeners(n: number = settings.maxListeners, ...targets: unknown[]): void {
  checkCount("n", n);
  if (targets.length === 0) {
    settings.maxListeners = n;
    return;
  }
  for (const target of targets) {
    if (isTarget(target)) targetLimits.set(target, n);
    else if (typeof (target as { setMaxListeners?: unknown } | null | undefined)?.setMaxListeners === "function")
      (target as { setMaxListeners(n: number): void }).setMaxListeners(n);
    else throw invalidArgument("eventTargets", ["EventEmitter", "EventTarget"], target);
  }
}

export function getMaxListeners(target: unknown): number {
  if (typeof (target as Partial<Emitter> | null | undefined)?.getMaxListeners === "function")
    return (target as Emitter).getMaxListeners();
  // A signal may have any number of listeners without a warning.
  if (isTarget(target)) return targetLimits.get(target) ?? (target instanceof NativeSignal ? 0 : settings.maxListeners);
  throw invalidArgument("emitter", ["EventEmitter", "EventTarget"], target);
}

export function getEventListeners(target: unknown, name: EventName): unknown[] {
  const { listeners } = (target ?? {}) as { listeners?: (name: EventName) => unknown[] };
  if (typeof listeners === "function") return listeners.call(target, name);
  if (isTarget(target)) return targetListeners(target, name as string);
  throw invalidArgument("emitter", ["EventEmitter", "EventTarget"], target);
}

export function addAbortListener(signal: AbortSignal, listener: () => void): Disposable {
  if (typeof signal !== "object" || !("aborted" in signal)) throw invalidArgument("signal", "AbortSignal", signal);
  if (typeof listener !== "function") throw invalidArgument("listener", "function", listener);
  let undo = (): void => undefined;
  if (signal.aborted)
    queueMicrotask(() => {
      listener();
    });
  else undo = listen(signal, "abort", listener, true);
  return {
    [Symbol.dispose]: () => {
      undo();
    },
  };
}

export const listenerCount = (emitter: unknown, name: EventName): number => getEventListeners(emitter, name).length;

const Base = EventEmitter as unknown as new (options?: object) => Emitter;
interface Resource {
  runInAsyncScope(run: unknown, self: unknown, ...args: unknown[]): unknown;
  asyncId(): number;
  triggerAsyncId(): number;
  emitDestroy(): unknown;
}

export class EventEmitterAsyncResource extends Base {
  readonly asyncResource: Resource;
  constructor(options?: string | { name?: string; captureRejections?: boolean; triggerAsyncId?: number }) {
    super(typeof options === "object" ? options : undefined);
    const { AsyncResource } = (
      part("node")["async_hooks"] as { default: { AsyncResource: new (name: string, options?: object) => Resource } }
    ).default;
    const given = typeof options === "string" ? { name: options } : (options ?? {});
    this.asyncResource = new AsyncResource(given.name ?? new.target.name, given);
  }
  override emit(name: EventName, ...args: unknown[]): boolean {
    return this.asyncResource.runInAsyncScope(super.emit.bind(this), this, name, ...args) as boolean;
  }
  get asyncId(): number {
    return this.asyncResource.asyncId();
  }
  get triggerAsyncId(): number {
    return this.asyncResource.triggerAsyncId();
  }
  emitDestroy(): void {
    this.asyncResource.emitDestroy();
  }
}

const events = Object.assign(EventEmitter, {
  addAbortListener,
  once,
  on,
  getEventListeners,
  getMaxListeners,
  EventEmitter,
  usingDomains: false,
  captureRejectionSymbol,
  EventEmitterAsyncResource,
  errorMonitor,
  setMaxListeners,
  init: initEmitter,
  listenerCount,
});
Object.defineProperties(events, {
  captureRejections: {
    get: () => settings.captureRejections,
    set(value: unknown) {
      if (typeof value !== "boolean") throw invalidArgument("EventEmitter.captureRejections", "boolean", value);
      settings.captureRejections = value;
    },
    enumerable: true,
    configurable: true,
  },
  defaultMaxListeners: {
    get: () => settings.maxListeners,
    set(value: unknown) {
      checkCount("defaultMaxListeners", value);
      settings.maxListeners = value;
    },
    enumerable: true,
  },
});
Object.defineProperty(EventEmitter.prototype, kCapture, { value: false, writable: true, configurable: true });
export default events;
export const { captureRejections, defaultMaxListeners } = events as unknown as {
  captureRejections: boolean;
  defaultMaxListeners: number;
};
export { captureRejectionSymbol, errorMonitor, EventEmitter };
