/**
 * `process.nextTick`. What a timer's or an immediate's callback asks for runs before the microtasks that it made, what a
 * microtask asks for runs when there are no more of them: in both cases before the next timer.
 */
import { carried } from "../carry.ts";
import { NativeMessageChannel } from "../primordials.ts";

const queue: (() => void)[] = [];
const channel = new NativeMessageChannel();
let isAsked = false;
let depth = 0;

channel.port1.onmessage = () => {
  isAsked = false;
  drain();
};

function ask(): void {
  if (isAsked) return;
  isAsked = true;
  channel.port2.postMessage(0);
}

function drain(): void {
  depth++;
  try {
    for (let tick = queue.shift(); tick !== undefined; tick = queue.shift()) tick();
  } finally {
    depth--;
    // One threw: the others come all the same.
    if (queue.length > 0) ask();
  }
}

export function nextTick(callback: unknown, ...args: unknown[]): void {
  if (typeof callback !== "function")
    throw Object.assign(new TypeError(`The "callback" argument must be of type function. Received ${String(callback)}`), {
      code: "ERR_INVALID_ARG_TYPE",
    });
  const run = carried(callback as (...args: unknown[]) => void);
  queue.push(() => {
    run(...args);
  });
  if (depth === 0) ask();
}

/** A callback of the event loop, after the ticks that were asked for before it and with those that it asks for. */
export function runMacrotask(callback: () => void): void {
  drain();
  depth++;
  try {
    callback();
  } finally {
    depth--;
    drain();
  }
}

export function dropTicks(): void {
  queue.length = 0;
}
