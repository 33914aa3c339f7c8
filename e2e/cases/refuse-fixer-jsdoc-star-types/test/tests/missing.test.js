import { expect, it } from "vitest";
import { missing } from "../src/order.js";

it("lists what we do not have, once", () => {
  const lines = [{ id: "oak", count: 1 }, { id: "kale-1", count: 1 }, { id: "elm", count: 2 }, { id: "oak", count: 3 }];
  expect(missing(lines)).toEqual(["oak", "elm"]);
});

it("nothing is missing", () => {
  expect(missing([{ id: "leek-1", count: 1 }])).toEqual([]);
});
