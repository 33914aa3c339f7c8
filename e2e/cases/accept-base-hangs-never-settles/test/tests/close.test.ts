import { expect, it } from "vitest";
import { Semaphore } from "../src/semaphore";

it("turns away those who wait", { timeout: 500 }, async () => {
  const semaphore = new Semaphore(0);
  const waiting = Promise.allSettled([semaphore.acquire(), semaphore.acquire()]);
  semaphore.close();
  const results = await waiting;
  expect(results.map((result) => result.status === "rejected" && String(result.reason))).toEqual(["Error: closed", "Error: closed"]);
});

it("hands the permit to nobody who was turned away", async () => {
  const semaphore = new Semaphore(1);
  await semaphore.acquire();
  semaphore.close();
  semaphore.release();
  await expect(semaphore.acquire()).rejects.toThrow("closed");
});
