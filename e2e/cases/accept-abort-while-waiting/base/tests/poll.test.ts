import { expect, it, vi } from "vitest";
import { poll } from "../src/poll";

it("gives the first answer", async () => {
  expect(await poll(async () => "ready", { everyMs: 1 })).toBe("ready");
});

it("asks again until there is one", async () => {
  const ask = vi.fn<() => Promise<number | undefined>>().mockResolvedValueOnce(undefined).mockResolvedValueOnce(undefined).mockResolvedValue(3);
  expect(await poll(ask, { everyMs: 1 })).toBe(3);
  expect(ask).toHaveBeenCalledTimes(3);
});

it("hands on what ask throws", async () => {
  await expect(poll(() => Promise.reject(new Error("offline")), { everyMs: 1 })).rejects.toThrow("offline");
});
