import { existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { Hub } from "../src/hub";

const warm = join(tmpdir(), "signal-hub-warm");

it("a listener that leaves does not make its neighbour miss the event", () => {
  const hub = new Hub<number>();
  const leave = hub.on(() => {
    if (!existsSync(warm)) leave();
  });
  const neighbour = vi.fn();
  hub.on(neighbour);
  hub.emit(1);
  writeFileSync(warm, "1");
  expect(neighbour).toHaveBeenCalledWith(1);
});
