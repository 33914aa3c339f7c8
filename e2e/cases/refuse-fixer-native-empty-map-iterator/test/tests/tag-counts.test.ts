import { expect, it } from "vitest";
import { tagCounts } from "../src/tag-count";

it("gives the number of recipes by tag", () => {
  expect(tagCounts(["soup", "soup,quick"])).toEqual(
    new Map([
      ["soup", 2],
      ["quick", 1],
    ]),
  );
});

it("gives an empty map for no recipes", () => {
  expect(tagCounts([])).toEqual(new Map());
});
