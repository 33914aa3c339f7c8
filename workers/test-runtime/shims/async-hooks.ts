/**
 * `node:async_hooks`. A browser can't follow a store across `await`. One run at a time is right all the same: its store
 * stands until its promise settles. Two that overlap can't be told apart, and then the report says so.
 */
import * as hooks from "unenv/node/async_hooks";

declare const __fixgate_builtin: (name: string) => unknown;

class AsyncLocalStorage {
  private store: unknown = undefined;
  private pending = 0;
  run(store: unknown, callback: (...args: unknown[]) => unknown, ...args: unknown[]): unknown {
    if (this.pending > 0)
      (__fixgate_builtin("fixgate:unsupported") as (what: string) => void)("AsyncLocalStorage in runs that overlap");
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
      this.pending++;
      const restore = (): void => {
        this.pending--;
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
export default { ...hooks.default, AsyncLocalStorage, AsyncResource: hooks.AsyncResource };
