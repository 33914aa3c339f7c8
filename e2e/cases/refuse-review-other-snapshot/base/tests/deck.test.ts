import { expect, it } from "vitest";
import { hasRoom } from "../src/deck";
import { load } from "../src/load";

it("has room when it is empty", () => {
  expect(hasRoom(10, [])).toBe(true);
});

it("has none when it is over full", () => {
  expect(hasRoom(10, [{ plate: "a", metres: 11 }])).toBe(false);
});

it("loads in order", () => {
  expect(load(10, [{ plate: "a", metres: 5 }, { plate: "b", metres: 5 }, { plate: "c", metres: 4 }])).toEqual(["a", "b"]);
});
