import { expect, it } from "vitest";
import {
  acquireWithRetry,
  backoffMs,
  LockManager,
  manualClock,
  MemoryStore,
} from "../src/index.ts";

it("doubles the delay with every attempt", () => {
  const delays = [0, 1, 2, 3].map((attempt) => backoffMs(attempt, { baseMs: 50, capMs: 10_000 }));
  expect(delays).toEqual([50, 100, 200, 400]);
});

it("starts at the cap where the base is longer", () => {
  expect(backoffMs(0, { baseMs: 500, capMs: 200 })).toBe(200);
});

it("sleeps between attempts and not after the last", async () => {
  const locks = new LockManager({ store: new MemoryStore(), clock: manualClock() });
  await locks.acquire("jobs/import", "ada", 1_000);
  const slept: number[] = [];

  const grant = await acquireWithRetry(locks, "jobs/import", "ben", {
    attempts: 3,
    ttlMs: 1_000,
    baseMs: 10,
    capMs: 1_000,
    sleep: async (ms) => {
      slept.push(ms);
    },
  });

  expect(grant).toBeUndefined();
  expect(slept).toEqual([10, 20]);
});

it("stops at the first grant", async () => {
  const locks = new LockManager({ store: new MemoryStore(), clock: manualClock() });
  await locks.acquire("jobs/import", "ada", 1_000);

  const grant = await acquireWithRetry(locks, "jobs/import", "ben", {
    attempts: 5,
    ttlMs: 1_000,
    baseMs: 10,
    capMs: 1_000,
    sleep: async () => {
      await locks.release("jobs/import", "ada");
    },
  });

  expect(grant?.holder).toBe("ben");
});
