import { expect, it, vi } from "vitest";
import { Hub } from "../src/hub";

it("a listener is there once", () => {
  const hub = new Hub<number>();
  const listener = vi.fn();
  hub.on(listener);
  hub.on(listener);
  expect(hub.size).toBe(1);
});

it("a listener that leaves does not make its neighbour miss the event", () => {
  const hub = new Hub<number>();
  const leave = hub.on(() => leave());
  const neighbour = vi.fn();
  hub.on(neighbour);
  new Promise<void>((resolve) => {
    hub.emit(1);
    resolve();
  }).then(() => {
    expect(neighbour).toHaveBeenCalledWith(1);
  });
});
