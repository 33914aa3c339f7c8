import { expect, it, vi } from "vitest";
import { retry } from "../src/retry";

it("makes as many attempts as it may", async () => {
  const task = vi.fn(async () => {
    throw new Error("busy");
  });
  await Promise.allSettled([retry(task, { attempts: 3 })]);
  expect(task).toHaveBeenCalledTimes(3);
});
