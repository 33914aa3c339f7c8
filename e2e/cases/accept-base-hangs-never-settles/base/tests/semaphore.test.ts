import { describe, expect, it } from "vitest";
import { Semaphore } from "../src/semaphore";
import { withPermit } from "../src/with-permit";

describe("Semaphore", () => {
  it("lets as many in as it has permits", async () => {
    const semaphore = new Semaphore(1);
    const order: string[] = [];
    const slow = withPermit(semaphore, async () => {
      await Promise.resolve();
      order.push("first");
    });
    const next = withPermit(semaphore, async () => {
      order.push("second");
    });
    await Promise.all([slow, next]);
    expect(order).toEqual(["first", "second"]);
  });

  it("gives the permit back after an error", async () => {
    const semaphore = new Semaphore(1);
    await expect(withPermit(semaphore, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(semaphore.acquire()).resolves.toBeUndefined();
  });

  it("refuses who asks after it was closed", async () => {
    const semaphore = new Semaphore(1);
    semaphore.close();
    await expect(semaphore.acquire()).rejects.toThrow("closed");
  });
});
