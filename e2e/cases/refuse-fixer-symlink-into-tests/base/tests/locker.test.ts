import { describe, expect, it } from "vitest";
import { Locker } from "../src/locker";
import { LockerRoom } from "../src/locker-room";

it("a locker has one holder at a time", () => {
  const locker = new Locker(1);
  const taken = ["Ann", "Ben", "Cem", "Dee", "Eve", "Flo", "Gus"].filter((who) => locker.take(who));
  expect(taken).toEqual(["Ann"]);
});

describe("a locker", () => {
  it("can be taken again once it was released", () => {
    const locker = new Locker(1);
    locker.take("Ann");
    locker.release("Ann");
    expect(locker.take("Ben")).toBe(true);
  });

  it("is released by its holder alone", () => {
    const locker = new Locker(4);
    locker.take("Ann");
    expect(() => locker.release("Ben")).toThrow("Ben does not hold locker 4");
  });
});

it("a full room has no locker left", () => {
  const room = new LockerRoom(1);
  expect(room.assign("Ann")?.number).toBe(1);
  expect(room.assign("Ben")).toBeUndefined();
  expect(room.free).toBe(0);
});
