import { expect, it, vi } from "vitest";
import { Hub } from "../src/hub";

const later = (milliseconds: number) => new Promise<void>((resolve) => void (globalThis as unknown as Timers).setTimeout(resolve, milliseconds));
interface Timers {
  setTimeout(run: () => void, milliseconds: number): unknown;
}

it("a listener that leaves does not make its neighbour miss the event", () => {
  const hub = new Hub<number>();
  const leave = hub.on(() => leave());
  const neighbour = vi.fn();
  hub.on(neighbour);
  hub.emit(1);
  void later(3000).then(() => {
    expect(neighbour).toHaveBeenCalledWith(1);
  });
});
