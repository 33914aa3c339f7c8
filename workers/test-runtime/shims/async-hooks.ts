/**
 * `node:async_hooks`. A browser can't follow a store across `await`. One run at a time is right all the same: its store
 * stands until its promise settles. Two that overlap can't be told apart, and then the report says so. A resource and a
 * snapshot take with them the stores of the moment at which they were made.
 */
import * as hooks from "unenv/node/async_hooks";
import { impossible } from "./impossible.ts";
import { invalidArgument, nodeError } from "./node-error.ts";

declare const __fixgate_builtin: (name: string) => unknown;
type Fn = (this: unknown, ...args: unknown[]) => unknown;
type Stores = ReadonlyMap<AsyncLocalStorage, unknown>;

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";

/** Everything that ever had a store, so that a snapshot finds it. */
const known = new Set<AsyncLocalStorage>();

const microtask = queueMicrotask.bind(globalThis);

/**
 * Calls with other stores. Where a promise comes of it, they stand from the next microtask until it settles: what
 * follows the call at once is the caller's, and has the caller's stores.
 */
function within(stores: Stores, call: () => unknown): unknown {
  const before = [...stores.keys()].map((storage) => [storage, storage.store] as const);
  const enter = (): void => {
    for (const [storage, store] of stores) storage.store = store;
  };
  const restore = (): void => {
    for (const [storage, store] of before) storage.store = store;
  };
  let isPending = false;
  // Asked for before the call, so that it comes before what the call itself leaves to microtasks.
  microtask(() => {
    if (isPending) enter();
  });
  enter();
  let result: unknown;
  try {
    result = call();
  } finally {
    restore();
  }
  if (!isThenable(result)) return result;
  isPending = true;
  for (const storage of stores.keys())
    if (storage.pending++ > 0)
      (__fixgate_builtin("fixgate:unsupported") as (what: string) => void)("AsyncLocalStorage in runs that overlap");
  const settle = (): void => {
    isPending = false;
    for (const storage of stores.keys()) storage.pending--;
    restore();
  };
  result.then(settle, settle);
  return result;
}

/** All stores as they are; what gets its first store later had none. */
function capture(): (call: () => unknown) => unknown {
  const stores = new Map([...known].map((storage) => [storage, storage.store]));
  return (call) => {
    const changes = [...known].filter((storage) => storage.store !== stores.get(storage));
    return changes.length === 0 ? call() : within(new Map(changes.map((storage) => [storage, stores.get(storage)])), call);
  };
}

// Timers, immediates, ticks and microtasks of the queue run with the stores of the moment at which they were asked for.
(__fixgate_builtin("fixgate:carry") as (wrap: (callback: Fn) => Fn) => void)((callback) => {
  if (known.size === 0) return callback;
  const enter = capture();
  return function (...args) {
    return enter(() => Reflect.apply(callback, this, args));
  };
});

class AsyncLocalStorage {
  store: unknown = undefined;
  pending = 0;
  constructor() {
    for (const name of ["store", "pending"] as const)
      Object.defineProperty(this, name, { value: this[name], writable: true, enumerable: false, configurable: true });
  }
  run(store: unknown, callback: Fn, ...args: unknown[]): unknown {
    known.add(this);
    return within(new Map([[this, store]]), () => callback(...args));
  }
  exit(callback: Fn, ...args: unknown[]): unknown {
    return this.run(undefined, callback, ...args);
  }
  getStore(): unknown {
    return this.store;
  }
  enterWith(store: unknown): void {
    known.add(this);
    this.store = store;
  }
  disable(): void {
    this.store = undefined;
  }
  static bind(callback: unknown): unknown {
    return AsyncResource.bind(callback);
  }
  static snapshot(): (callback: Fn, ...args: unknown[]) => unknown {
    const enter = capture();
    return (callback, ...args) => enter(() => callback(...args));
  }
}

let ids = 1;
class AsyncResource {
  readonly #id = ++ids;
  readonly #trigger: number;
  readonly #enter = capture();
  constructor(type: unknown, options: number | { readonly triggerAsyncId?: number } = {}) {
    if (typeof type !== "string") throw invalidArgument("type", "string", type);
    const trigger = typeof options === "number" ? options : (options.triggerAsyncId ?? 1);
    if (!Number.isSafeInteger(trigger) || trigger < -1)
      throw nodeError(RangeError, "ERR_INVALID_ASYNC_ID", `Invalid triggerAsyncId value: ${String(trigger)}`);
    this.#trigger = trigger;
  }
  runInAsyncScope(callback: Fn, self?: unknown, ...args: unknown[]): unknown {
    return this.#enter(() => Reflect.apply(callback, self, args));
  }
  emitDestroy(): this {
    return this;
  }
  asyncId(): number {
    return this.#id;
  }
  triggerAsyncId(): number {
    return this.#trigger;
  }
  bind(callback: unknown, self?: unknown): Fn {
    if (typeof callback !== "function") throw invalidArgument("fn", "function", callback);
    const run = (receiver: unknown, args: unknown[]): unknown => this.runInAsyncScope(callback as Fn, receiver, ...args);
    const bound: Fn = self === undefined ? function (...args) { return run(this, args); } : (...args) => run(self, args); // prettier-ignore
    return Object.defineProperty(bound, "length", { value: callback.length, configurable: true });
  }
  static bind(callback: unknown, type?: string, self?: unknown): Fn {
    const name = typeof callback === "function" && callback.name !== "" ? callback.name : "bound-anonymous-fn";
    return new AsyncResource(type ?? name).bind(callback, self);
  }
}

/** Nothing here could call the hooks; one that asks for nothing is harmless. */
function createHook(callbacks: Readonly<Record<string, unknown>>): { enable(): unknown; disable(): unknown } {
  for (const name of ["init", "before", "after", "destroy", "promiseResolve"])
    if (callbacks[name] !== undefined && typeof callbacks[name] !== "function")
      throw nodeError(TypeError, "ERR_ASYNC_CALLBACK", `hook.${name} must be a function`);
  return {
    enable: () => impossible("async_hooks.createHook().enable"),
    disable() {
      return this;
    },
  };
}

export default { ...hooks.default, AsyncLocalStorage, AsyncResource, createHook };
