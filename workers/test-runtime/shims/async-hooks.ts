/**
 * `node:async_hooks`. A browser can't follow a store across `await`: within synchronous code it works, and that it may
 * not beyond is said in the report.
 */
import * as hooks from "unenv/node/async_hooks";

declare const __fixgate_builtin: (name: string) => unknown;

class AsyncLocalStorage {
  private store: unknown = undefined;
  constructor() {
    (__fixgate_builtin("fixgate:unsupported") as (what: string) => void)("AsyncLocalStorage across await");
  }
  run(store: unknown, callback: (...args: unknown[]) => unknown, ...args: unknown[]): unknown {
    const before = this.store;
    this.store = store;
    let result: unknown;
    try {
      result = callback(...args);
    } catch (error) {
      this.store = before;
      throw error;
    }
    if (typeof result === "object" && result !== null && "then" in result && typeof result.then === "function") {
      const restore = (): void => {
        this.store = before;
      };
      (result as Promise<unknown>).then(restore, restore);
    } else this.store = before;
    return result;
  }
  exit(callback: (...args: unknown[]) => unknown, ...args: unknown[]): unknown {
    return this.run(undefined, callback, ...args);
  }
  getStore(): unknown {
    return this.store;
  }
  enterWith(store: unknown): void {
    this.store = store;
  }
  disable(): void {
    this.store = undefined;
  }
  static bind(callback: unknown): unknown {
    return callback;
  }
  static snapshot() {
    return (callback: (...args: unknown[]) => unknown, ...args: unknown[]): unknown => callback(...args);
  }
}
export default { ...(hooks.default as object), AsyncLocalStorage, AsyncResource: hooks.AsyncResource };
