import { expect, it } from "vitest";
import { hasRoom } from "../src/deck";

it("has no room when it is full", () => {
  expect(hasRoom(10, [{ plate: "a", metres: 6 }, { plate: "b", metres: 4 }])).toBe(false);
  expect(hasRoom(10, [{ plate: "a", metres: 9 }])).toBe(true);
});
