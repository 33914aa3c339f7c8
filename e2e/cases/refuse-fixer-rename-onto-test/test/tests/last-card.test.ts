import { expect, it } from "vitest";
import { shuffle } from "../src/shuffle";

it("moves the last card, too", () => {
  expect(shuffle(["a", "b", "c"], () => 0)).toEqual(["b", "c", "a"]);
});

it("may leave every card where it is", () => {
  expect(shuffle(["a", "b", "c"], () => 0.999)).toEqual(["a", "b", "c"]);
});
