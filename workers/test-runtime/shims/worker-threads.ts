/**
 * `node:worker_threads` without the threads: channels whose two ends are both in this realm. The platform's own ports
 * can't be read synchronously and have no `on`, so these keep their queues themselves; messages are cloned as ever.
 */
import { EventEmitter } from "node:events";
import unenv from "unenv/node/worker_threads";
import { impossible } from "./impossible.ts";
import { invalidArgument } from "./node-error.ts";
import { platform } from "./platform.ts";

type Listener = (...args: unknown[]) => void;
interface Emitter {
  on(name: string, listener: Listener): unknown;
  once(name: string, listener: Listener): unknown;
  off(name: string, listener: Listener): unknown;
  emit(name: string, ...args: unknown[]): boolean;
  listenerCount(name: string): number;
  listeners(name: string): Listener[];
  eventNames(): (string | symbol)[];
  removeAllListeners(name?: string): unknown;
}
type Handler = ((event: Event) => void) | null;

const { structuredClone: clone, MessageEvent, MessageChannel: NativeChannel, MessagePort: NativePort, Event } = platform;
const createEmitter = (): Emitter => new (EventEmitter as unknown as new () => Emitter)();
const untransferable = new WeakSet();
const ours = new WeakMap<object, (end: MessagePort) => void>();

/** One task of the platform's for each delivery: between messages everything else has its turn. */
const waker = new NativeChannel();
const tasks: (() => void)[] = [];
waker.port1.onmessage = () => tasks.shift()?.();
function later(task: () => void): void {
  tasks.push(task);
  waker.port2.postMessage(0);
}

function transfersOf(given: unknown): object[] {
  if (given === undefined || given === null) return [];
  const list = Array.isArray(given) ? (given as object[]) : ((given as { transfer?: object[] }).transfer ?? []);
  for (const item of list) if (item instanceof MessagePort) impossible("transferring a MessagePort of node:worker_threads");
  // Node 20 copies what was marked, without a word.
  return list.filter((item) => !untransferable.has(item));
}

export class MessagePort extends EventTarget {
  readonly #emitter = createEmitter();
  readonly #queue: unknown[] = [];
  #peer: MessagePort | null = null;
  #started = false;
  #closed = false;
  #referenced = false;
  #onmessage: Handler = null;
  #onmessageerror: Handler = null;

  constructor(key?: unknown) {
    if (key !== ours) throw Object.assign(new TypeError("Illegal constructor"), { code: "ERR_CONSTRUCT_CALL_INVALID" });
    super();
    ours.set(this, (end) => {
      this.#peer = end;
    });
  }

  postMessage(message?: unknown, transfer?: unknown): void {
    const list = transfersOf(transfer);
    const copy: unknown = clone(message, { transfer: list as Transferable[] });
    const peer = this.#peer;
    if (peer === null || this.#closed || peer.#closed) return;
    peer.#queue.push(copy);
    if (peer.#started) later(() => {
      peer.#deliver();
    }); // prettier-ignore
  }
  #deliver(): void {
    if (this.#queue.length === 0 || !this.#started || this.#closed) return;
    const data = this.#queue.shift();
    this.dispatchEvent(new MessageEvent("message", { data }));
    this.#emitter.emit("message", data);
  }
  /** The next message, out of turn. */
  take(): { message: unknown } | undefined {
    return this.#queue.length === 0 ? undefined : { message: this.#queue.shift() };
  }
  start(): void {
    if (this.#started || this.#closed) return;
    this.#started = true;
    this.#referenced = true;
    for (let left = this.#queue.length; left > 0; left--)
      later(() => {
        this.#deliver();
      });
  }
  /** Both ends close, after what was already sent has arrived. */
  close(callback?: Listener): void {
    if (callback !== undefined) this.once("close", callback);
    this.#peer?.endSoon();
    this.endSoon();
  }
  endSoon(): void {
    if (this.#closed) return;
    later(() => {
      if (this.#closed) return;
      this.#closed = true;
      this.#referenced = false;
      this.dispatchEvent(new Event("close"));
      this.#emitter.emit("close");
    });
  }
  ref(): void {
    this.#referenced = true;
  }
  unref(): void {
    this.#referenced = false;
  }
  hasRef(): boolean {
    return this.#referenced;
  }

  on(name: string, listener: Listener): this {
    this.#emitter.on(name, listener);
    if (name === "message") this.start();
    return this;
  }
  once(name: string, listener: Listener): this {
    this.#emitter.once(name, listener);
    if (name === "message") this.start();
    return this;
  }
  off(name: string, listener: Listener): this {
    this.#emitter.off(name, listener);
    return this;
  }
  addListener(name: string, listener: Listener): this {
    return this.on(name, listener);
  }
  removeListener(name: string, listener: Listener): this {
    return this.off(name, listener);
  }
  removeAllListeners(name?: string): this {
    if (name === undefined) this.#emitter.removeAllListeners();
    else this.#emitter.removeAllListeners(name);
    return this;
  }
  emit(name: string, value?: unknown): boolean {
    return this.#emitter.emit(name, value);
  }
  listenerCount(name: string): number {
    return this.#emitter.listenerCount(name);
  }
  listeners(name: string): Listener[] {
    return this.#emitter.listeners(name);
  }
  eventNames(): (string | symbol)[] {
    return this.#emitter.eventNames();
  }
  get onmessage(): Handler {
    return this.#onmessage;
  }
  set onmessage(handler: Handler) {
    this.#swap("message", this.#onmessage, handler);
    this.#onmessage = handler;
    if (typeof handler === "function") this.start();
  }
  get onmessageerror(): Handler {
    return this.#onmessageerror;
  }
  set onmessageerror(handler: Handler) {
    this.#swap("messageerror", this.#onmessageerror, handler);
    this.#onmessageerror = handler;
  }
  #swap(type: string, before: Handler, after: Handler): void {
    if (before !== null) this.removeEventListener(type, before);
    if (typeof after === "function") this.addEventListener(type, after);
  }
}
// `instanceof` the global class holds, as in Node, where they are one.
Object.setPrototypeOf(MessagePort.prototype, NativePort.prototype);

export class MessageChannel {
  readonly port1: MessagePort;
  readonly port2: MessagePort;
  constructor() {
    this.port1 = new MessagePort(ours);
    this.port2 = new MessagePort(ours);
    ours.get(this.port1)?.(this.port2);
    ours.get(this.port2)?.(this.port1);
  }
}

export function receiveMessageOnPort(port: unknown): { message: unknown } | undefined {
  if (port instanceof MessagePort) return port.take();
  if (port instanceof NativePort) return impossible("receiveMessageOnPort for a global MessageChannel");
  throw invalidArgument("port", "MessagePort", port);
}

export const markAsUntransferable = (value: unknown): void => {
  if ((typeof value === "object" && value !== null) || typeof value === "function") untransferable.add(value);
};

const { BroadcastChannel } = platform;
export default {
  ...unenv,
  BroadcastChannel,
  MessageChannel,
  MessagePort,
  isMainThread: true,
  markAsUntransferable,
  isMarkedAsUntransferable: (value: unknown): boolean => untransferable.has(value as object),
  moveMessagePortToContext: () => impossible("moveMessagePortToContext"),
  parentPort: null,
  receiveMessageOnPort,
  threadId: 0,
  workerData: null,
};
