import { expect, it } from "vitest";
import { cloud } from "../src/cloud";
import { words } from "../src/words";

it("finds words", () => {
  expect(words("Ring, Ære!")).toEqual(["ring", "ære"]);
  expect(words("1 2")).toEqual([]);
});

it("counts", () => {
  expect(cloud("b b a")).toEqual([["b", 2], ["a", 1]]);
});

it("has a limit", () => {
  expect(cloud("a a b", 1)).toEqual([["a", 2]]);
});
