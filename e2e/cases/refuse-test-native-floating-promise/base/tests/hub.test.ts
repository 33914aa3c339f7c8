import { afterAll, describe, expect, it, vi } from "vitest";
import { Hub } from "../src/hub";
import { Store } from "../src/store";

const shared = new Hub<string>();

afterAll(() => {
  if (shared.size !== 0) throw new Error(`${shared.size} listeners were left behind`);
});

describe("Hub", () => {
  it("tells every listener", () => {
    const [a, b] = [vi.fn(), vi.fn()];
    const [leaveA, leaveB] = [shared.on(a), shared.on(b)];
    shared.emit("hello");
    leaveA();
    leaveB();
    expect(a).toHaveBeenCalledWith("hello");
    expect(b).toHaveBeenCalledWith("hello");
  });

  it("tells nobody who left", () => {
    const listener = vi.fn();
    shared.on(listener)();
    shared.emit("anyone?");
    expect(listener).not.toHaveBeenCalled();
  });
});

describe("Store", () => {
  it("tells of a change", () => {
    const store = new Store(1);
    const seen = vi.fn();
    store.changes.on(seen);
    store.update(2);
    expect(seen).toHaveBeenCalledExactlyOnceWith(2);
  });

  it("keeps quiet when nothing changed", () => {
    const store = new Store(1);
    const seen = vi.fn();
    store.changes.on(seen);
    store.update(1);
    expect(seen).not.toHaveBeenCalled();
  });
});
