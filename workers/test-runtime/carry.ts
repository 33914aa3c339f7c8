/** What a callback takes along from the moment at which it was handed over: the stores of `AsyncLocalStorage`, once there are any. */
type Callback = (...args: never[]) => unknown;

let wrap: ((callback: Callback) => Callback) | null = null;

export function carryWith(carrying: (callback: Callback) => Callback): void {
  wrap = carrying;
}

export const carried = <F extends Callback>(callback: F): F => (wrap === null ? callback : (wrap(callback) as F));
