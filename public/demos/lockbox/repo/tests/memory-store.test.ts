import { expect, it } from "vitest";
import { leaseFrom, MemoryStore } from "../src/index.ts";

const record = (holder: string) => ({ holder, lease: leaseFrom(0, 1_000) });

it("creates a record where there is none", async () => {
  const store = new MemoryStore();
  expect(await store.compareAndSwap("a", undefined, record("ada"))).toBe(true);
  expect((await store.read("a"))?.holder).toBe("ada");
});

it("refuses a swap against an old version", async () => {
  const store = new MemoryStore();
  await store.write("a", record("ada"));
  const version = (await store.read("a"))?.version;
  await store.write("a", record("ben"));
  expect(await store.compareAndSwap("a", version, record("cleo"))).toBe(false);
  expect((await store.read("a"))?.holder).toBe("ben");
});

it("never gives the same version twice, even after a removal", async () => {
  const store = new MemoryStore();
  await store.write("a", record("ada"));
  const version = (await store.read("a"))?.version;
  await store.compareAndSwap("a", version, undefined);
  await store.write("a", record("ada"));
  expect((await store.read("a"))?.version).not.toBe(version);
});

it("lists its keys", async () => {
  const store = new MemoryStore();
  await store.write("b", record("ada"));
  await store.write("a", record("ben"));
  expect(await store.keys()).toEqual(["b", "a"]);
});
