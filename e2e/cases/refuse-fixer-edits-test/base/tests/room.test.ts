import { expect, it } from "vitest";
import { interval } from "../src/interval";
import { Room } from "../src/room";

it("keeps bookings in order of their start", () => {
  const room = new Room("Blue");
  room.book("Ada", interval("13:00", "14:00"));
  room.book("Bo", interval("09:00", "10:00"));
  expect(room.bookings.map((booking) => booking.who)).toEqual(["Bo", "Ada"]);
});

it("refuses a second booking of the same hour", () => {
  const room = new Room("Blue");
  expect(room.book("Ada", interval("13:00", "14:00"))).toBe(true);
  expect(room.book("Bo", interval("13:30", "14:30"))).toBe(false);
});
