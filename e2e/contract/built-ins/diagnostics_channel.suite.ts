import dc from "node:diagnostics_channel";
import { AsyncLocalStorage } from "node:async_hooks";
import { expect, it, vi } from "vitest";

interface Tracing {
  subscribe(handlers: object): void;
  unsubscribe(handlers: object): boolean;
  traceSync(fn: (...args: never[]) => unknown, context?: object, self?: unknown, ...args: unknown[]): unknown;
  tracePromise(fn: (...args: never[]) => unknown, context?: object, self?: unknown, ...args: unknown[]): Promise<unknown>;
  traceCallback(
    fn: (...args: never[]) => unknown,
    position?: number,
    context?: object,
    self?: unknown,
    ...args: unknown[]
  ): unknown;
}
const tracing = (name: string): Tracing => (dc as unknown as { tracingChannel(name: string): Tracing }).tracingChannel(name);
const recorder = (): { seen: string[]; handlers: Record<string, () => void> } => {
  const seen: string[] = [];
  const names = ["start", "end", "asyncStart", "asyncEnd", "error"];
  return { seen, handlers: Object.fromEntries(names.map((name) => [name, () => seen.push(name)])) };
};

it("publishes to who subscribed", () => {
  const heard = vi.fn();
  const channel = dc.channel("a") as unknown as {
    readonly hasSubscribers: boolean;
    subscribe(listener: unknown): void;
    unsubscribe(listener: unknown): boolean;
    publish(message: unknown): void;
  };
  expect(channel.hasSubscribers).toBe(false);
  channel.subscribe(heard);
  expect(channel.hasSubscribers).toBe(true);
  channel.publish({ x: 1 });
  expect(heard).toHaveBeenCalledWith({ x: 1 }, "a");
  expect(dc.channel("a")).toBe(channel);
  expect([channel.unsubscribe(heard), channel.unsubscribe(heard)]).toEqual([true, false]);
  channel.publish({ x: 2 });
  expect(heard).toHaveBeenCalledTimes(1);
});

it("by name", () => {
  const heard = vi.fn();
  dc.subscribe("b", heard);
  expect(dc.hasSubscribers("b")).toBe(true);
  dc.channel("b").publish(2);
  dc.unsubscribe("b", heard);
  expect([dc.hasSubscribers("b"), heard.mock.calls]).toEqual([false, [[2, "b"]]]);
  expect(() => dc.channel(3 as never)).toThrow(expect.objectContaining({ code: "ERR_INVALID_ARG_TYPE" }) as Error);
});

it("binds stores", () => {
  const storage = new AsyncLocalStorage<unknown>();
  const channel = dc.channel("c") as unknown as {
    bindStore(storage: unknown, transform?: (data: number) => unknown): void;
    unbindStore(storage: unknown): boolean;
    runStores(data: unknown, run: (this: unknown, more: unknown) => unknown, self?: unknown, ...args: unknown[]): unknown;
  };
  channel.bindStore(storage, (data) => data * 2);
  expect(channel.runStores(4, function (more) { return [storage.getStore(), this, more]; }, "self", 9)).toEqual([8, "self", 9]); // prettier-ignore
  expect(storage.getStore()).toBeUndefined();
  expect(channel.unbindStore(storage)).toBe(true);
  expect(channel.runStores(4, () => storage.getStore())).toBeUndefined();
});

it("traces a call", () => {
  const { seen, handlers } = recorder();
  const channel = tracing("t1");
  channel.subscribe(handlers);
  const context: Record<string, unknown> = {};
  expect(channel.traceSync((a: number) => a + 1, context, undefined, 3)).toBe(4);
  expect([seen, context]).toEqual([["start", "end"], { result: 4 }]);
  expect(() =>
    channel.traceSync(() => {
      throw new Error("x");
    }),
  ).toThrow("x");
  expect(seen).toEqual(["start", "end", "start", "error", "end"]);
  expect(channel.unsubscribe(handlers)).toBe(true);
});

it("traces a promise", async () => {
  const { seen, handlers } = recorder();
  const channel = tracing("t2");
  channel.subscribe(handlers);
  expect(await channel.tracePromise(() => Promise.resolve(5))).toBe(5);
  expect(seen).toEqual(["start", "end", "asyncStart", "asyncEnd"]);
  await expect(channel.tracePromise(() => Promise.reject(new Error("x")))).rejects.toThrow("x");
  expect(seen.slice(4)).toEqual(["start", "end", "error", "asyncStart", "asyncEnd"]);
});

it("traces a callback", async () => {
  const { seen, handlers } = recorder();
  const channel = tracing("t3");
  channel.subscribe(handlers);
  const context: Record<string, unknown> = {};
  const got = await new Promise((resolve) => {
    const call = (value: number, done: (error: null, value: number) => void): void => {
      setTimeout(done, 1, null, value * 2);
    };
    channel.traceCallback(call, -1, context, undefined, 4, (_error: unknown, value: unknown) => {
      resolve(value);
    });
  });
  expect([got, seen, context]).toEqual([8, ["start", "end", "asyncStart", "asyncEnd"], { result: 8 }]);
});
