import { describe, expect, it } from "vitest";
import { foldCase } from "../vendor/fold-case";
import { COLOURS } from "../src/colours";
import { PLANTS } from "../src/generated/plants";
import { label } from "../src/label";
import { search } from "../src/search";

describe("search", () => {
  it("finds a part of a name", () => {
    expect(search("sage").map(({ id }) => id)).toEqual([4]);
  });

  it("finds nothing for nothing", () => {
    expect(search("  ")).toEqual([]);
  });

  it("searches the plants that it is given", () => {
    expect(search("fern", [{ id: 9, name: "tree fern" }])).toHaveLength(1);
  });
});

it("labels a plant by name and colour", () => {
  expect(label({ id: 3, name: "Tulip" })).toBe("tulip (yellow)");
  expect(label({ id: 8, name: "Fern" })).toBe("fern (unknown)");
});

it("every plant has a colour", () => {
  expect(PLANTS.filter(({ id }) => COLOURS[id] === undefined)).toEqual([]);
});

it("folds case", () => {
  expect(foldCase("ＲＯＳＥ")).toBe("rose");
});
