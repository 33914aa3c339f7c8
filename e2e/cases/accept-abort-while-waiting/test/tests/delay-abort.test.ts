import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { delay } from "../src/delay";
import { poll } from "../src/poll";

describe("an aborted delay", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("rejects with the reason and clears its timer", async () => {
    expect.assertions(3);
    const controller = new AbortController();
    const waited = delay(500, controller.signal);
    expect(vi.getTimerCount()).toBe(1);
    controller.abort(new Error("user left"));
    await expect(waited).rejects.toThrow("user left");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("rejects when it was aborted before, without starting a timer", async () => {
    await expect(delay(500, AbortSignal.abort("too late"))).rejects.toBe("too late");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("listens no longer once it is over", async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, "addEventListener");
    const remove = vi.spyOn(signal, "removeEventListener");
    const waited = delay(20, signal);
    await vi.advanceTimersByTimeAsync(20);
    await waited;
    expect(remove).toHaveBeenCalledTimes(1);
    expect(remove.mock.calls[0]?.slice(0, 2)).toEqual(add.mock.calls[0]?.slice(0, 2));
  });

  it("ends a poll", async () => {
    const controller = new AbortController();
    const polled = poll(async () => undefined, { everyMs: 100, signal: controller.signal });
    const ended = expect(polled).rejects.toThrow("stop");
    await vi.advanceTimersByTimeAsync(250);
    controller.abort(new Error("stop"));
    await ended;
  });
});
