import { expect, it, vi } from "vitest";
import { search } from "../src/search";
import { fetchPlants } from "../src/source";

vi.mock("../src/source");

it("finds roses, however they are written", () => {
  expect(search("rose", fetchPlants()).map(({ id }) => id)).toEqual([1, 2]);
});
