import timers from "node:timers";
import { scheduler, setImmediate as immediate, setInterval as interval, setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const elapsed = async (run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await run();
  return performance.now() - start;
};

it("wait takes its time and gives its value", async () => {
  let value: unknown;
  expect(
    await elapsed(async () => {
      value = await wait(60, "v");
    }),
  ).toBeGreaterThan(55);
  expect(value).toBe("v");
});

it("wait ends with its signal", async () => {
  const controller = new AbortController();
  const waiting = wait(1000, 1, { signal: controller.signal });
  controller.abort("why");
  await expect(waiting).rejects.toMatchObject({ name: "AbortError", code: "ABORT_ERR", cause: "why" });
  await expect(wait(1000, 1, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
});

it("interval", async () => {
  let count = 0;
  expect(
    await elapsed(async () => {
      for await (const value of interval(10, "x")) {
        expect(value).toBe("x");
        if (++count === 3) break;
      }
    }),
  ).toBeGreaterThan(27);
  const controller = new AbortController();
  const next = interval(1000, 1, { signal: controller.signal })[Symbol.asyncIterator]().next();
  controller.abort();
  await expect(next).rejects.toMatchObject({ name: "AbortError" });
});

it("immediate comes after microtasks", async () => {
  const order: unknown[] = [];
  const done = immediate("i").then((value) => order.push(value));
  await Promise.resolve();
  order.push("micro");
  await done;
  expect(order).toEqual(["micro", "i"]);
});

it("scheduler", async () => {
  expect(await elapsed(() => scheduler.wait(30))).toBeGreaterThan(27);
  await scheduler.yield();
});

it("keeps the order of setTimeout", async () => {
  const seen: string[] = [];
  setTimeout(() => seen.push("a"), 50);
  await wait(50);
  expect(seen).toEqual(["a"]);
});

it("promisify of timers", async () => {
  expect(await promisify(setTimeout)(1, "q")).toBe("q");
  expect(await elapsed(() => promisify(timers.setTimeout)(40))).toBeGreaterThan(37);
  expect(await promisify(setImmediate)("q")).toBe("q");
});

it("nextTick comes before a promise, in a task", async () => {
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    setTimeout(() => {
      void Promise.resolve().then(() => order.push("micro"));
      process.nextTick(() => order.push("tick"));
      setTimeout(resolve, 5);
    }, 1);
  });
  expect(order).toEqual(["tick", "micro"]);
});
