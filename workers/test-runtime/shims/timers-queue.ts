/**
 * Node's timers on one native timer. Browsers nest-clamp to 4 ms and round as they like; tests around debounce with
 * real timers then fail at random. Here: integer milliseconds, 0 becomes 1, due = floor(now) + delay, run in the order
 * of (due, id), with setImmediate callbacks between two timers, as Node does it.
 */
import { nativeClearTimeout, nativeSetTimeout, NativeMessageChannel, now } from "../primordials.ts";
import { carried } from "../carry.ts";
import { dropTicks, runMacrotask } from "./ticks.ts";

type Callback = (...args: unknown[]) => void;

class Timeout {
  readonly id: number;
  due: number;
  readonly ms: number;
  readonly repeats: boolean;
  readonly callback: Callback;
  readonly args: unknown[];
  private referenced = true;
  constructor(id: number, ms: number, repeats: boolean, callback: Callback, args: unknown[]) {
    this.id = id;
    this.ms = ms;
    this.repeats = repeats;
    this.callback = callback;
    this.args = args;
    this.due = Math.floor(now()) + ms;
  }
  ref(): this {
    this.referenced = true;
    return this;
  }
  unref(): this {
    this.referenced = false;
    return this;
  }
  hasRef(): boolean {
    return this.referenced;
  }
  refresh(): this {
    this.due = Math.floor(now()) + this.ms;
    live.set(this.id, this);
    arm();
    return this;
  }
  close(): this {
    live.delete(this.id);
    return this;
  }
  [Symbol.toPrimitive](): number {
    return this.id;
  }
  [Symbol.dispose](): void {
    live.delete(this.id);
  }
}

class Immediate {
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  [Symbol.dispose](): void {
    immediates.delete(this.id);
  }
}

const live = new Map<number, Timeout>();
const immediates = new Map<number, { readonly callback: Callback; readonly args: unknown[] }>();
let ids = 0;
let armed: number | undefined;
let armedFor = Infinity;

const channel = new NativeMessageChannel();
channel.port1.onmessage = (event: MessageEvent<number>) => {
  const entry = immediates.get(event.data);
  if (entry === undefined) return;
  immediates.delete(event.data);
  runMacrotask(() => {
    entry.callback(...entry.args);
  });
};

function arm(): void {
  let next = Infinity;
  for (const timer of live.values()) if (timer.due < next) next = timer.due;
  if (next === armedFor) return;
  if (armed !== undefined) nativeClearTimeout(armed);
  armed = undefined;
  armedFor = next;
  if (next !== Infinity) armed = nativeSetTimeout(fire, Math.max(0, next - now()));
}

function fire(): void {
  armed = undefined;
  armedFor = Infinity;
  const at = Math.floor(now());
  const due = [...live.values()].filter((timer) => timer.due <= at).sort((a, b) => a.due - b.due || a.id - b.id);
  const step = (index: number): void => {
    let position = index;
    while (position < due.length && live.get(due[position]?.id ?? -1) !== due[position]) position++;
    const timer = due[position];
    if (timer === undefined) {
      arm();
      return;
    }
    if (timer.repeats) timer.due = Math.floor(now()) + timer.ms;
    else live.delete(timer.id);
    // Scheduled before the callback runs, so that a callback that throws doesn't hold up the others.
    setImmediateNative(() => {
      step(position + 1);
    });
    runMacrotask(() => {
      timer.callback(...timer.args);
    });
  };
  step(0);
}

function schedule(repeats: boolean, callback: unknown, ms: unknown, args: unknown[]): Timeout {
  if (typeof callback !== "function") {
    throw Object.assign(new TypeError(`The "callback" argument must be of type function. Received ${String(callback)}`), {
      code: "ERR_INVALID_ARG_TYPE",
    });
  }
  let delay = Math.trunc(Number(ms));
  if (!(delay >= 1 && delay <= 2147483647)) delay = 1;
  const timer = new Timeout(++ids, delay, repeats, carried(callback as Callback), args);
  live.set(timer.id, timer);
  arm();
  return timer;
}

function setImmediateNative(callback: Callback, ...args: unknown[]): Immediate {
  if (typeof callback !== "function")
    throw Object.assign(new TypeError(`The "callback" argument must be of type function. Received ${String(callback)}`), {
      code: "ERR_INVALID_ARG_TYPE",
    });
  const id = ++ids;
  immediates.set(id, { callback: carried(callback), args });
  channel.port2.postMessage(id);
  return new Immediate(id);
}

export const timers = {
  setTimeout: function setTimeout(callback: unknown, ms?: unknown, ...args: unknown[]) {
    return schedule(false, callback, ms, args);
  },
  setInterval: function setInterval(callback: unknown, ms?: unknown, ...args: unknown[]) {
    return schedule(true, callback, ms, args);
  },
  clearTimeout: function clearTimeout(timer?: unknown) {
    if (timer !== null && timer !== undefined) live.delete(Number(timer));
  },
  clearInterval: function clearInterval(timer?: unknown) {
    if (timer !== null && timer !== undefined) live.delete(Number(timer));
  },
  setImmediate: function setImmediate(callback: unknown, ...args: unknown[]) {
    return setImmediateNative(callback as Callback, ...args);
  },
  clearImmediate: function clearImmediate(immediate?: { readonly id: number }) {
    if (immediate) immediates.delete(immediate.id);
  },
};

/** Nothing that was asked for will come: what the end of a process does to its timers. */
export function dropTimers(): void {
  live.clear();
  immediates.clear();
  dropTicks();
  arm();
}

/** Milliseconds until the last timer that is due within `horizon`; 0: none. */
export function pendingWithin(horizon: number): number {
  const at = now();
  let last = 0;
  for (const timer of live.values()) {
    const left = timer.due - at;
    if (!timer.repeats && left <= horizon) last = Math.max(last, left, 1);
  }
  return last;
}
