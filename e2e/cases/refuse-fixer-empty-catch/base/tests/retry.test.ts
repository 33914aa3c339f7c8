import { describe, expect, it, vi } from "vitest";
import { delayBefore } from "../src/backoff";
import { retry } from "../src/retry";
import { sleep } from "../src/sleep";

describe("retry", () => {
  it("gives the result of a task that succeeds", async () => {
    await expect(retry(async () => 42, { attempts: 3 })).resolves.toBe(42);
  });

  it("tries again after a failure", async () => {
    const task = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("busy")).mockResolvedValueOnce("done");
    await expect(retry(task, { attempts: 3 })).resolves.toBe("done");
    expect(task).toHaveBeenCalledTimes(2);
  });

  it("waits twice as long each time, up to the longest", () => {
    const backoff = { first: 100, factor: 2, longest: 300 };
    expect([2, 3, 4, 5].map((attempt) => delayBefore(attempt, backoff))).toEqual([100, 200, 300, 300]);
  });

  it("sleeps for as long as it is told", async () => {
    const started = performance.now();
    await sleep(30);
    expect(performance.now() - started).toBeGreaterThan(25);
  });
});
