import { expect, it } from "vitest";
import { search } from "../src/search";

it("finds roses, however they are written", () => {
  expect(search("rose").map(({ id }) => id)).toEqual([1, 2]);
});
