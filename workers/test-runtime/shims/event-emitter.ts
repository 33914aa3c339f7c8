/**
 * Node 20's EventEmitter (lib/events.js): a function that can be called without `new`, with captureRejections,
 * errorMonitor, and warnings about leaks that go through the process. Neither unenv's nor the `events` package has these.
 */
import { invalidArgument, nodeError, outOfRange } from "./node-error.ts";
import { part } from "../parts.ts";

export type Listener = ((...args: never[]) => unknown) & { listener?: Listener };
export type EventName = string | symbol;
type Listeners = Listener | (Listener[] & { warned?: boolean });

export interface Emitter {
  _events: Record<EventName, Listeners | undefined> | undefined;
  _eventsCount: number;
  _maxListeners: number | undefined;
  [kCapture]?: boolean;
  emit(name: EventName, ...args: unknown[]): boolean;
  on(name: EventName, listener: Listener): this;
  off(name: EventName, listener: Listener): this;
  once(name: EventName, listener: Listener): this;
  getMaxListeners(): number;
}

export const kCapture = Symbol("kCapture");
export const errorMonitor = Symbol("events.errorMonitor");
export const captureRejectionSymbol = Symbol.for("nodejs.rejection");
const kErrorMonitor = errorMonitor;

interface SandboxProcess {
  emitWarning(warning: unknown): void;
  nextTick(callback: (...args: unknown[]) => void, ...args: unknown[]): void;
}
const processOf = (): SandboxProcess => (globalThis as unknown as { process: SandboxProcess }).process;
const inspect = (value: unknown): string =>
  (part("node")["util"] as { default: { inspect(value: unknown): string } }).default.inspect(value);

export const settings = { maxListeners: 10, captureRejections: false };
/** Did somebody change what holds for all emitters? */
export const hasOwnDefaults = (): boolean => settings.maxListeners !== 10 || settings.captureRejections;

export function EventEmitter(this: unknown, options?: { captureRejections?: boolean }): void {
  initEmitter.call(this as Emitter, options);
}

export function initEmitter(this: Emitter, options?: { captureRejections?: boolean }): void {
  if (this._events === undefined || this._events === (Object.getPrototypeOf(this) as Emitter)._events) {
    this._events = Object.create(null) as Record<EventName, Listeners | undefined>;
    this._eventsCount = 0;
  }
  this._maxListeners ??= undefined;
  const { captureRejections } = options ?? {};
  if (captureRejections !== undefined && typeof captureRejections !== "boolean")
    throw invalidArgument("options.captureRejections", "boolean", captureRejections);
  if (captureRejections ?? settings.captureRejections) put(this, kCapture, true);
}

function put(target: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, configurable: true, enumerable: false });
}

export function checkCount(name: string, n: unknown): asserts n is number {
  if (typeof n !== "number") throw invalidArgument(name, "number", n);
  if (!(n >= 0)) throw outOfRange(name, ">= 0", n);
}

function checkListener(listener: unknown): asserts listener is Listener {
  if (typeof listener !== "function") throw invalidArgument("listener", "function", listener);
}

const limitOf = (emitter: Emitter): number => emitter._maxListeners ?? settings.maxListeners;
const listenersOf = (emitter: Emitter, name: EventName): Listener[] => {
  const found = emitter._events?.[name];
  return found === undefined ? [] : typeof found === "function" ? [found] : [...found];
};

/** The error of an `error` event that nobody listens for. */
function unhandled(args: readonly unknown[]): Error {
  const [error] = args;
  if (error instanceof Error) return error;
  let text: string;
  try {
    text = inspect(error);
  } catch {
    text = String(error);
  }
  return Object.assign(nodeError(Error, "ERR_UNHANDLED_ERROR", `Unhandled error. (${text})`), { context: error });
}

function followPromise(emitter: Emitter, result: unknown, name: EventName, args: readonly unknown[]): void {
  try {
    const then: unknown = (result as { then?: unknown }).then;
    if (typeof then !== "function") return;
    then.call(result, undefined, (error: unknown) => {
      processOf().nextTick(() => {
        const handler = (emitter as unknown as Record<symbol, unknown>)[captureRejectionSymbol];
        if (typeof handler === "function") {
          handler.call(emitter, error, name, ...args);
          return;
        }
        // An error handler that is async and fails must not call itself for ever.
        const before = emitter[kCapture];
        try {
          put(emitter, kCapture, false);
          emitter.emit("error", error);
        } finally {
          put(emitter, kCapture, before);
        }
      });
    });
  } catch (error) {
    emitter.emit("error", error);
  }
}

function add(emitter: Emitter, name: EventName, listener: unknown, prepend: boolean): Emitter {
  checkListener(listener);
  let events = emitter._events;
  if (events === undefined) {
    events = emitter._events = Object.create(null) as Record<EventName, Listeners | undefined>;
    emitter._eventsCount = 0;
  } else if (events["newListener"] !== undefined) {
    emitter.emit("newListener", name, listener.listener ?? listener);
    // A listener of newListener may have put another object there.
    events = emitter._events ?? events;
  }
  const existing = events[name];
  if (existing === undefined) {
    events[name] = listener;
    emitter._eventsCount++;
    return emitter;
  }
  const list = (events[name] =
    typeof existing === "function" ? (prepend ? [listener, existing] : [existing, listener]) : existing) as Listener[] & {
    warned?: boolean;
  };
  if (typeof existing !== "function") {
    if (prepend) list.unshift(listener);
    else list.push(listener);
  }
  const limit = limitOf(emitter);
  if (limit > 0 && list.length > limit && list.warned !== true) {
    put(list, "warned", true);
    const count = String(list.length);
    const warning = new Error(
      `Possible EventEmitter memory leak detected. ${count} ${String(name)} listeners added to ${inspectName(emitter)}. MaxListeners is ${String(limit)}. Use emitter.setMaxListeners() to increase limit`,
    );
    warning.name = "MaxListenersExceededWarning";
    processOf().emitWarning(Object.assign(warning, { emitter, type: name, count: list.length }));
  }
  return emitter;
}
const inspectName = (emitter: object): string => `[${(emitter.constructor as { name?: string } | undefined)?.name ?? "Object"}]`;

function onceWrapper(emitter: Emitter, name: EventName, listener: unknown): Listener {
  checkListener(listener);
  let fired = false;
  const wrapped: Listener = function (this: unknown, ...args: never[]): unknown {
    if (fired) return undefined;
    emitter.off(name, wrapped);
    fired = true;
    return Reflect.apply(listener, emitter, args);
  };
  wrapped.listener = listener;
  return wrapped;
}

function remove(this: Emitter, name: EventName, listener: unknown): Emitter {
  checkListener(listener);
  const events = this._events;
  const list = events?.[name];
  if (events === undefined || list === undefined) return this;
  let removed = listener;
  if (typeof list === "function") {
    if (list !== listener && list.listener !== listener) return this;
    if (--this._eventsCount === 0) {
      this._events = Object.create(null) as Record<EventName, Listeners | undefined>;
      return this;
    }
    Reflect.deleteProperty(events, name);
    removed = list.listener ?? listener;
  } else {
    const position = list.findLastIndex((one) => one === listener || one.listener === listener);
    if (position < 0) return this;
    list.splice(position, 1);
    if (list.length === 1) events[name] = list[0];
  }
  if (events["removeListener"] !== undefined) this.emit("removeListener", name, removed);
  return this;
}

function removeAll(this: Emitter & { removeAllListeners(name?: EventName): Emitter }, ...given: [EventName?]): Emitter {
  const events = this._events;
  if (events === undefined) return this;
  const [name] = given;
  if (events["removeListener"] === undefined) {
    if (given.length === 0 || (name !== undefined && events[name] !== undefined && --this._eventsCount === 0)) {
      this._events = Object.create(null) as Record<EventName, Listeners | undefined>;
      this._eventsCount = 0;
    } else if (name !== undefined) Reflect.deleteProperty(events, name);
    return this;
  }
  if (given.length === 0) {
    for (const key of Reflect.ownKeys(events)) if (key !== "removeListener") this.removeAllListeners(key);
    this.removeAllListeners("removeListener");
    this._events = Object.create(null) as Record<EventName, Listeners | undefined>;
    this._eventsCount = 0;
    return this;
  }
  if (name !== undefined) for (const listener of listenersOf(this, name).reverse()) this.off(name, listener);
  return this;
}

const members = {
  setMaxListeners(this: Emitter, n: unknown): Emitter {
    checkCount("setMaxListeners", n);
    this._maxListeners = n;
    return this;
  },
  getMaxListeners(this: Emitter): number {
    return limitOf(this);
  },
  emit(this: Emitter, name: EventName, ...args: unknown[]): boolean {
    const events = this._events;
    if (name === "error") {
      if (events?.[kErrorMonitor] !== undefined) this.emit(kErrorMonitor, ...args);
      if (events?.["error"] === undefined) throw unhandled(args);
    }
    const handler = events?.[name];
    if (handler === undefined) return false;
    const capture = this[kCapture] === true;
    for (const listener of typeof handler === "function" ? [handler] : [...handler]) {
      const result: unknown = Reflect.apply(listener, this, args);
      if (capture && result !== undefined && result !== null) followPromise(this, result, name, args);
    }
    return true;
  },
  addListener(this: Emitter, name: EventName, listener: unknown): Emitter {
    return add(this, name, listener, false);
  },
  on: undefined as unknown,
  prependListener(this: Emitter, name: EventName, listener: unknown): Emitter {
    return add(this, name, listener, true);
  },
  once(this: Emitter, name: EventName, listener: unknown): Emitter {
    return this.on(name, onceWrapper(this, name, listener));
  },
  prependOnceListener(
    this: Emitter & { prependListener(name: EventName, listener: Listener): Emitter },
    name: EventName,
    listener: unknown,
  ) {
    return this.prependListener(name, onceWrapper(this, name, listener));
  },
  removeListener: remove,
  off: remove,
  removeAllListeners: removeAll,
  listeners(this: Emitter, name: EventName): unknown[] {
    return listenersOf(this, name).map((listener) => listener.listener ?? listener);
  },
  rawListeners(this: Emitter, name: EventName): unknown[] {
    return listenersOf(this, name);
  },
  listenerCount(this: Emitter, name: EventName, listener?: unknown): number {
    const all = listenersOf(this, name);
    return listener === undefined || listener === null
      ? all.length
      : all.filter((one) => one === listener || one.listener === listener).length;
  },
  eventNames(this: Emitter): EventName[] {
    return this._eventsCount > 0 ? Reflect.ownKeys(this._events ?? {}) : [];
  },
};
members.on = members.addListener;
// Enumerable, as assignments to a prototype are: mixins copy them with `for in`.
Object.assign(EventEmitter.prototype as object, { _events: undefined, _eventsCount: 0, _maxListeners: undefined }, members);
