import { describe, expect, it } from "vitest";
import { LockEvents, LockManager, manualClock, MemoryStore, type LockEvent } from "../src/index.ts";

function setUp() {
  const clock = manualClock(1_000);
  const events = new LockEvents();
  const seen: LockEvent[] = [];
  events.on((event) => seen.push(event));
  return { clock, seen, locks: new LockManager({ store: new MemoryStore(), clock, events }) };
}

describe("acquire", () => {
  it("grants a free lock until its lease ends", async () => {
    const { locks } = setUp();
    expect(await locks.acquire("jobs/import", "ada", 500)).toEqual({
      key: "jobs/import",
      holder: "ada",
      expiresAt: 1_500,
    });
  });

  it("refuses a lock that somebody holds", async () => {
    const { locks } = setUp();
    await locks.acquire("jobs/import", "ada", 500);
    expect(await locks.acquire("jobs/import", "ben", 500)).toBeUndefined();
  });

  it("sees through the spelling of a name", async () => {
    const { locks } = setUp();
    await locks.acquire("jobs/import", "ada", 500);
    expect(await locks.acquire(" Jobs//Import ", "ben", 500)).toBeUndefined();
  });
});

describe("release", () => {
  it("frees the lock for the next worker", async () => {
    const { locks } = setUp();
    await locks.acquire("jobs/import", "ada", 500);
    expect(await locks.release("jobs/import", "ada")).toBe(true);
    expect((await locks.acquire("jobs/import", "ben", 500))?.holder).toBe("ben");
  });

  it("is refused to a worker that does not hold the lock", async () => {
    const { locks } = setUp();
    await locks.acquire("jobs/import", "ada", 500);
    expect(await locks.release("jobs/import", "ben")).toBe(false);
    expect(await locks.holder("jobs/import")).toBe("ada");
  });
});

describe("renew", () => {
  it("gives the holder a new lease", async () => {
    const { clock, locks } = setUp();
    await locks.acquire("jobs/import", "ada", 500);
    clock.advance(400);
    expect((await locks.renew("jobs/import", "ada", 500))?.expiresAt).toBe(1_900);
  });

  it("comes too late once the lease ran out", async () => {
    const { clock, locks } = setUp();
    await locks.acquire("jobs/import", "ada", 500);
    clock.advance(501);
    expect(await locks.renew("jobs/import", "ada", 500)).toBeUndefined();
  });
});

describe("holder", () => {
  it("is nobody once the lease ran out", async () => {
    const { clock, locks } = setUp();
    await locks.acquire("jobs/import", "ada", 500);
    clock.advance(501);
    expect(await locks.holder("jobs/import")).toBeUndefined();
  });
});

it("tells its listeners what happened", async () => {
  const { locks, seen } = setUp();
  await locks.acquire("jobs/import", "ada", 500);
  await locks.acquire("jobs/import", "ben", 500);
  await locks.release("jobs/import", "ada");
  expect(seen).toEqual([
    { type: "acquired", key: "jobs/import", worker: "ada" },
    { type: "released", key: "jobs/import", worker: "ada" },
  ]);
});
