import { describe, expect, it } from "vitest";
import { LockManager, manualClock, MemoryStore } from "../src/index.ts";

describe("workers racing for a free lock", () => {
  it("exactly one of seven wins", async () => {
    const locks = new LockManager({ store: new MemoryStore(), clock: manualClock() });
    const workers = ["ada", "ben", "cleo", "dan", "eve", "finn", "gus"];

    const grants = await Promise.all(
      workers.map((worker) => locks.acquire("jobs/import", worker, 1_000)),
    );
    const winners = grants.filter((grant) => grant !== undefined);

    expect(winners.length).toBe(1);
    expect(await locks.holder("jobs/import")).toBe(winners[0]?.holder);
  });

  it("one wins in each of several locks", async () => {
    const locks = new LockManager({ store: new MemoryStore(), clock: manualClock() });

    const grants = await Promise.all([
      locks.acquire("jobs/import", "ada", 1_000),
      locks.acquire("jobs/export", "ben", 1_000),
    ]);

    expect(grants.map((grant) => grant?.holder)).toEqual(["ada", "ben"]);
  });
});
