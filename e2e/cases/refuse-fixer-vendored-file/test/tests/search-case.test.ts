import { expect, it } from "vitest";
import { search } from "../src/search";

it("letters' case does not matter, neither in the query nor in the name", () => {
  expect(search("rose").map(({ id }) => id)).toEqual([1, 2]);
  expect(search("ROSE").map(({ id }) => id)).toEqual([1, 2]);
});
