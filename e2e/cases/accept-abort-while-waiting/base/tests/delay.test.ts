import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { delay } from "../src/delay";

describe("delay", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("resolves after the time", async () => {
    const done = vi.fn();
    void delay(200).then(done);
    await vi.advanceTimersByTimeAsync(199);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalledOnce();
  });

  it("resolves with a signal that nobody aborts", async () => {
    const waited = delay(50, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(50);
    await expect(waited).resolves.toBeUndefined();
  });

  it("resolves at once for zero", async () => {
    const waited = delay(0);
    await vi.runAllTimersAsync();
    await expect(waited).resolves.toBeUndefined();
  });
});
