import { describe, expect, it } from "vitest";
import { delayFor } from "../src/backoff";
import { retry } from "../src/retry";

describe("retry", () => {
  it("gives the first success", async () => {
    expect(await retry(async (attempt) => attempt * 10, 3)).toBe(10);
  });

  it("sleeps longer each time", async () => {
    const slept: number[] = [];
    const sleep = async (ms: number) => void slept.push(ms);
    const result = await retry(
      async (attempt) => {
        if (attempt < 3) throw new Error("not yet");
        return "done";
      },
      5,
      { sleep },
    );
    expect(result).toBe("done");
    expect(slept).toEqual([100, 200]);
  });

  it("has a longest delay", () => {
    expect(delayFor(6)).toBe(3200);
    expect(delayFor(7)).toBe(5000);
  });

  it("runs the task as often as it was told, and hands on the last error", async () => {
    let ran = 0;
    const task = async (attempt: number): Promise<never> => {
      ran++;
      throw new Error(`attempt ${attempt} failed`);
    };
    const sleep = async () => {};
    await expect(retry(task, 3, { sleep })).rejects.toThrow("attempt 3 failed");
    expect(ran).toBe(3);
    await expect(retry(task, 1, { sleep })).rejects.toThrow("attempt 1 failed");
    expect(ran).toBe(4);
  });
});
