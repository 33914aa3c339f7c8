import { expect, it } from "vitest";
import { tagsOf } from "../src/tags";

it("a tag is there once, whatever its case and the space around it", () => {
  expect(tagsOf("Vegan, vegan , quick")).toEqual(new Set(["vegan", "quick"]));
});

it("empty tags are left out", () => {
  expect(tagsOf("soup,, ,")).toEqual(new Set(["soup"]));
});
