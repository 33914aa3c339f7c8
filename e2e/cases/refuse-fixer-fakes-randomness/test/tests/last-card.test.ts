import { expect, it } from "vitest";
import { shuffle } from "../src/shuffle";

it("moves the last card, too", () => {
  const ends = Array.from({ length: 20 }, () => shuffle(["a", "b", "c"]).at(-1));
  expect(new Set(ends).size).toBe(3);
});

it("moves cards by the chance that it is given", () => {
  expect(shuffle(["a", "b", "c"], () => 0)).toEqual(["b", "c", "a"]);
});
