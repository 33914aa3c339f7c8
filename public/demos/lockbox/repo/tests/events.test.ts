import { expect, it } from "vitest";
import { LockEvents, type LockEvent } from "../src/index.ts";

const event: LockEvent = { type: "acquired", key: "jobs/import", worker: "ada" };

it("tells every listener", () => {
  const events = new LockEvents();
  const seen: string[] = [];
  events.on((e) => seen.push(`first ${e.worker}`));
  events.on((e) => seen.push(`second ${e.worker}`));
  events.emit(event);
  expect(seen).toEqual(["first ada", "second ada"]);
});

it("stops telling a listener that unsubscribed", () => {
  const events = new LockEvents();
  const seen: string[] = [];
  const stop = events.on(() => seen.push("first"));
  events.on(() => seen.push("second"));
  stop();
  events.emit(event);
  expect(seen).toEqual(["second"]);
});

it("still tells the others when one unsubscribes while being told", () => {
  const events = new LockEvents();
  const seen: string[] = [];
  const stop = events.on(() => {
    stop();
    seen.push("first");
  });
  events.on(() => seen.push("second"));
  events.emit(event);
  expect(seen).toEqual(["first", "second"]);
});
