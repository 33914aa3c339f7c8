import { expect, it } from "vitest";
import { filesMessage } from "../src/count-message";

it.each([12, 13, 14, 112])("%i takes many", (count) => {
  expect(filesMessage("pl", count)).toBe(`${count} plików`);
});

it.each([2, 22, 104])("%i takes few", (count) => {
  expect(filesMessage("pl", count)).toBe(`${count} pliki`);
});
