import { afterAll, expect, it, vi } from "vitest";
import { Hub } from "../src/hub";

const hub = new Hub<number>();
const neighbour = vi.fn();

afterAll(() => {
  expect(neighbour).toHaveBeenCalledWith(1);
});

it("a listener leaves during an event, and is there once", () => {
  const leave = hub.on(() => leave());
  hub.on(neighbour);
  hub.on(neighbour);
  expect(hub.size).toBe(2);
  hub.emit(1);
});
