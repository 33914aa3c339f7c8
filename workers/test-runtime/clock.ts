/**
 * A clock that is ahead of the real one, for one run of new tests: what passes today only, or in a process's first
 * minutes only, fails with it. The harness keeps its own time (primordials.ts), and how long things take does not change.
 */
import { getterOf, reflect, uncurry } from "./primordials.ts";

const { defineProperty, getOwnPropertyDescriptor, ownKeys } = reflect;
const { construct } = Reflect;

/** As long has the process been running then. Milliseconds. */
const UPTIME_MS = 86_400_000;

export function moveClock(aheadMs: number): void {
  const Native = Date;
  const nativeNow = Native.now.bind(Native);
  const ahead = (): number => nativeNow() + aheadMs;
  const Moved = function Date(this: unknown, ...args: readonly unknown[]): unknown {
    if (new.target === undefined) return new Native(ahead()).toString();
    return construct(Native, args.length === 0 ? [ahead()] : args, new.target === Moved ? Native : new.target);
  } as unknown as DateConstructor;
  for (const key of ownKeys(Native)) {
    const descriptor = getOwnPropertyDescriptor(Native, key);
    if (descriptor !== undefined) defineProperty(Moved, key, descriptor);
  }
  defineProperty(Moved, "now", { value: { now: ahead }.now, writable: true, enumerable: false, configurable: true });
  defineProperty(Native.prototype, "constructor", { value: Moved, writable: true, enumerable: false, configurable: true });
  defineProperty(globalThis, "Date", { value: Moved, writable: true, enumerable: false, configurable: true });

  const native = Performance.prototype;
  const now = uncurry(native.now);
  const origin = getterOf(native, "timeOrigin") as (self: Performance) => number;
  defineProperty(native, "now", {
    value: {
      now(this: Performance): number {
        return now(this) + UPTIME_MS;
      },
    }.now,
    writable: true,
    enumerable: true,
    configurable: true,
  });
  defineProperty(native, "timeOrigin", {
    get(this: Performance): number {
      return origin(this) + aheadMs - UPTIME_MS;
    },
    enumerable: true,
    configurable: true,
  });
}
