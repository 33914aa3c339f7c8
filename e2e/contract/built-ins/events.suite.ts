import {
  addAbortListener,
  captureRejectionSymbol,
  errorMonitor,
  EventEmitter,
  EventEmitterAsyncResource,
  getEventListeners,
  getMaxListeners,
  on,
  once,
  setMaxListeners,
} from "node:events";
import { AsyncLocalStorage } from "node:async_hooks";
import { expect, it, vi } from "vitest";

it("can be called without new", () => {
  const emitter = Object.create(EventEmitter.prototype) as EventEmitter;
  (EventEmitter as unknown as (this: EventEmitter) => void).call(emitter);
  const heard = vi.fn();
  emitter.on("a", heard);
  expect(emitter.emit("a", 1)).toBe(true);
  expect(heard).toHaveBeenCalledWith(1);
  expect(emitter.emit("b")).toBe(false);
});

it("once gives the arguments, and an error event rejects it", async () => {
  const emitter = new EventEmitter();
  setTimeout(() => emitter.emit("x", 1, 2), 1);
  expect(await once(emitter, "x")).toEqual([1, 2]);
  setTimeout(() => emitter.emit("error", new Error("no")), 1);
  await expect(once(emitter, "x")).rejects.toThrow("no");
  expect(emitter.listenerCount("x") + emitter.listenerCount("error")).toBe(0);
});

it("once ends with its signal", async () => {
  const emitter = new EventEmitter();
  const controller = new AbortController();
  const waiting = once(emitter, "x", { signal: controller.signal });
  controller.abort("why");
  await expect(waiting).rejects.toMatchObject({ name: "AbortError", code: "ABORT_ERR", cause: "why" });
  expect(emitter.listenerCount("x")).toBe(0);
  await expect(once(emitter, "x", { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
});

it("on iterates, and stops listening when it is left", async () => {
  const emitter = new EventEmitter();
  setTimeout(() => {
    for (const value of [1, 2, 3]) emitter.emit("x", value);
  }, 1);
  const got: unknown[] = [];
  for await (const [value] of on(emitter, "x") as AsyncIterable<[number]>) if (got.push(value) === 3) break;
  expect(got).toEqual([1, 2, 3]);
  expect(emitter.listenerCount("x")).toBe(0);
});

it("on ends with its signal, an error, or a closing event", async () => {
  const emitter = new EventEmitter();
  const controller = new AbortController();
  const aborted = on(emitter, "x", { signal: controller.signal });
  const next = aborted.next();
  controller.abort();
  await expect(next).rejects.toMatchObject({ name: "AbortError" });
  const failing = on(emitter, "x").next();
  emitter.emit("error", new Error("broken"));
  await expect(failing).rejects.toThrow("broken");
  const closing = on(emitter, "x", { close: ["end"] });
  emitter.emit("x", 1);
  emitter.emit("end");
  expect([await closing.next(), await closing.next()]).toEqual([
    { value: [1], done: false },
    { value: undefined, done: true },
  ]);
});

it("an error that nobody listens for is thrown", () => {
  expect(() => new EventEmitter().emit("error", new Error("boom"))).toThrow("boom");
  expect(() => new EventEmitter().emit("error", { a: 1 })).toThrow(
    expect.objectContaining({ code: "ERR_UNHANDLED_ERROR", message: "Unhandled error. ({ a: 1 })" }) as Error,
  );
});

it("errorMonitor sees an error and doesn't handle it", () => {
  const emitter = new EventEmitter();
  const seen = vi.fn();
  emitter.on(errorMonitor, seen);
  expect(() => emitter.emit("error", new Error("boom"))).toThrow("boom");
  expect(seen).toHaveBeenCalledTimes(1);
});

it("captureRejections turns a rejection into an error event", async () => {
  const emitter = new EventEmitter({ captureRejections: true });
  const failing: unknown = () => Promise.reject(new Error("late"));
  emitter.on("x", failing as () => void);
  const failed = once(emitter, "error");
  emitter.emit("x");
  expect(((await failed)[0] as Error).message).toBe("late");
  const told = vi.fn();
  (emitter as unknown as Record<symbol, unknown>)[captureRejectionSymbol] = told;
  emitter.emit("x", 7);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(told).toHaveBeenCalledWith(expect.objectContaining({ message: "late" }), "x", 7);
});

it("listeners are counted, named, removed", () => {
  const emitter = new EventEmitter();
  const listener = vi.fn();
  const removed = vi.fn();
  emitter.on("removeListener", removed);
  emitter.once("a", listener);
  emitter.prependListener("a", () => undefined);
  expect(emitter.listenerCount("a")).toBe(2);
  expect(emitter.listenerCount("a", listener)).toBe(1);
  expect(emitter.eventNames()).toEqual(["removeListener", "a"]);
  expect(emitter.listeners("a")[1]).toBe(listener);
  expect(emitter.rawListeners("a")[1]).not.toBe(listener);
  emitter.off("a", listener);
  expect(removed).toHaveBeenCalledWith("a", listener);
  emitter.removeAllListeners();
  expect(emitter.eventNames()).toEqual([]);
});

it("newListener comes first, and a wrong listener is refused", () => {
  const emitter = new EventEmitter();
  const order: unknown[] = [];
  emitter.on("newListener", (name, listener) => order.push([name, listener, emitter.listenerCount("q")]));
  const listener = (): void => undefined;
  emitter.on("q", listener);
  expect(order).toEqual([["q", listener, 0]]);
  expect(() => emitter.on("q", null as never)).toThrow(
    expect.objectContaining({
      name: "TypeError",
      code: "ERR_INVALID_ARG_TYPE",
      message: 'The "listener" argument must be of type function. Received null',
    }) as Error,
  );
});

it("a leak is warned of through the process", async () => {
  const emitter = new EventEmitter();
  const warned = once(process, "warning");
  for (let count = 0; count < 11; count++) emitter.on("q", () => undefined);
  expect((await warned)[0]).toMatchObject({ name: "MaxListenersExceededWarning", type: "q", count: 11, emitter });
});

it("limits of emitters and targets", () => {
  const emitter = new EventEmitter();
  const target = new EventTarget();
  setMaxListeners(3, emitter, target);
  expect([emitter.getMaxListeners(), getMaxListeners(emitter), getMaxListeners(target)]).toEqual([3, 3, 3]);
  expect(EventEmitter.defaultMaxListeners).toBe(10);
  expect(() => emitter.setMaxListeners(-1)).toThrow(RangeError);
});

it("listeners of an EventTarget are known", () => {
  const { signal } = new AbortController();
  const target = new EventTarget();
  const stay = vi.fn();
  const go = vi.fn();
  target.addEventListener("a", stay);
  target.addEventListener("a", stay);
  target.addEventListener("a", go, { once: true });
  signal.addEventListener("abort", stay);
  expect(getEventListeners(target, "a")).toEqual([stay, go]);
  target.dispatchEvent(new Event("a"));
  expect(getEventListeners(target, "a")).toEqual([stay]);
  target.removeEventListener("a", stay);
  expect(getEventListeners(target, "a")).toEqual([]);
  expect(getEventListeners(signal, "abort")).toEqual([stay]);
});

it("addAbortListener listens once and can be disposed of", () => {
  const controller = new AbortController();
  const heard = vi.fn();
  const unheard = vi.fn();
  addAbortListener(controller.signal, heard);
  addAbortListener(controller.signal, unheard)[Symbol.dispose]();
  controller.abort();
  expect([heard.mock.calls.length, unheard.mock.calls.length]).toEqual([1, 0]);
});

it("an emitter that is an async resource keeps the store of its making", () => {
  const storage = new AsyncLocalStorage<number>();
  const emitter = storage.run(5, () => new EventEmitterAsyncResource({ name: "Q" }));
  const seen: unknown[] = [];
  emitter.on("x", () => seen.push(storage.getStore()));
  emitter.emit("x");
  expect(seen).toEqual([5]);
  expect(typeof emitter.asyncId).toBe("number");
});
