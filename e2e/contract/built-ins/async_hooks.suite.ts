import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { expect, it } from "vitest";

it("a store stands for the time of the call", () => {
  const storage = new AsyncLocalStorage<number>();
  expect(storage.run(1, () => [storage.getStore(), storage.run(2, () => storage.getStore()), storage.getStore()])).toEqual([
    1, 2, 1,
  ]);
  expect(storage.getStore()).toBeUndefined();
  expect(storage.run(1, () => storage.exit(() => storage.getStore()))).toBeUndefined();
});

it("a store stands until the promise settles, and not for who started it", async () => {
  const storage = new AsyncLocalStorage<number>();
  const seen: unknown[] = [];
  const running = storage.run(2, async () => {
    seen.push(storage.getStore());
    await new Promise((resolve) => setTimeout(resolve, 2));
    seen.push(storage.getStore());
  });
  expect(storage.getStore()).toBeUndefined();
  await running;
  expect(seen).toEqual([2, 2]);
});

it("a resource keeps the stores of its making", () => {
  const storage = new AsyncLocalStorage<number>();
  const resource = storage.run(3, () => new AsyncResource("test"));
  expect(resource.runInAsyncScope((more: number) => [storage.getStore(), more], undefined, 9)).toEqual([3, 9]);
  expect(storage.run(4, () => resource.runInAsyncScope(() => storage.getStore()))).toBe(3);
  expect(storage.getStore()).toBeUndefined();
  const early = new AsyncResource("early");
  expect(storage.run(5, () => early.runInAsyncScope(() => storage.getStore()))).toBeUndefined();
});

it("bind", () => {
  const storage = new AsyncLocalStorage<number>();
  const read = function (this: unknown, more: number): unknown[] {
    return [storage.getStore(), this, more];
  };
  type Bind = (fn: typeof read, self?: unknown) => (this: unknown, more: number) => unknown[];
  const bound = storage.run(4, () => (AsyncResource.bind as Bind)(read));
  expect(Reflect.apply(bound, "self", [1])).toEqual([4, "self", 1]);
  expect(bound).toHaveLength(1);
  const resource = storage.run(5, () => new AsyncResource("x"));
  const method = (resource.bind.bind(resource) as Bind)(read, "given");
  expect(Reflect.apply(method, "self", [2])).toEqual([5, "given", 2]);
  const free = storage.run(7, () => AsyncLocalStorage.bind(() => storage.getStore()));
  expect(free()).toBe(7);
});

it("snapshot", () => {
  const storage = new AsyncLocalStorage<number>();
  const other = new AsyncLocalStorage<string>();
  const enter = storage.run(5, () => AsyncLocalStorage.snapshot());
  expect(other.run("o", () => enter((more: number) => [storage.getStore(), other.getStore(), more], 8))).toEqual([5, undefined, 8]);
});

it("timers, immediates, ticks and microtasks have the stores of the moment", async () => {
  const storage = new AsyncLocalStorage<number>();
  const seen: unknown[] = [];
  const see = (): void => void seen.push(storage.getStore());
  storage.run(6, () => {
    queueMicrotask(see);
    process.nextTick(see);
    setImmediate(see);
    setTimeout(see, 1);
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  setTimeout(see, 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(seen).toEqual([6, 6, 6, 6, undefined]);
  expect(storage.getStore()).toBeUndefined();
});

it("a throw restores the store", () => {
  const storage = new AsyncLocalStorage<number>();
  expect(() =>
    storage.run(1, () => {
      throw new Error("x");
    }),
  ).toThrow("x");
  expect(storage.getStore()).toBeUndefined();
  expect(() => new AsyncResource(3 as never)).toThrow(TypeError);
});
