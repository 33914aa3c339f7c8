import { expect, it, vi } from "vitest";
import { Hub } from "../src/hub";

it("a listener that leaves does not make its neighbour miss the event", () => {
  const hub = new Hub<number>();
  const leave = hub.on(() => leave());
  const neighbour = vi.fn();
  hub.on(neighbour);
  hub.emit(1);
  hub.emit(2);
  expect(neighbour.mock.calls).toEqual([[1], [2]]);
});
