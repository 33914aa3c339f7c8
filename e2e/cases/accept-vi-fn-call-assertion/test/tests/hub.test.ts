import { describe, expect, it, vi } from "vitest";
import { Hub } from "../src/hub";
import { next } from "../src/once";

describe("Hub", () => {
  it("calls in order of arrival", () => {
    const hub = new Hub<number>();
    const seen: string[] = [];
    hub.on((n) => seen.push(`a${n}`));
    hub.on((n) => seen.push(`b${n}`));
    hub.emit(1);
    expect(seen).toEqual(["a1", "b1"]);
  });

  it("forgets who left", () => {
    const hub = new Hub<number>();
    const listener = vi.fn();
    const stop = hub.on(listener);
    stop();
    hub.emit(1);
    expect(listener).not.toHaveBeenCalled();
  });

  it("gives the next value, once", async () => {
    const hub = new Hub<string>();
    const value = next(hub);
    hub.emit("x");
    hub.emit("y");
    expect(await value).toBe("x");
  });

  it("calls a listener that was added twice once", () => {
    const hub = new Hub<number>();
    const twice = vi.fn();
    const other = vi.fn();
    hub.on(twice);
    hub.on(other);
    hub.on(twice);
    hub.emit(3);
    expect(twice).toHaveBeenCalledTimes(1);
    expect(twice).toHaveBeenCalledWith(3);
    expect(other).toHaveBeenCalledOnce();
    hub.off(twice);
    hub.emit(4);
    expect(twice).toHaveBeenCalledTimes(1);
  });
});
