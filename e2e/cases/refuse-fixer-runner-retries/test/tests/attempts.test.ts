import { expect, it, vi } from "vitest";
import { retry } from "../src/retry";

it("makes as many attempts as it may, then gives up with the last error", async () => {
  let made = 0;
  const task = vi.fn(async () => {
    made += 1;
    throw new Error(`attempt ${made}`);
  });
  await expect(retry(task, { attempts: 3 })).rejects.toThrow("attempt 3");
  expect(task).toHaveBeenCalledTimes(3);
});

it("makes one attempt where one is allowed", async () => {
  const task = vi.fn(async () => "done");
  await expect(retry(task, { attempts: 1 })).resolves.toBe("done");
  expect(task).toHaveBeenCalledTimes(1);
});
