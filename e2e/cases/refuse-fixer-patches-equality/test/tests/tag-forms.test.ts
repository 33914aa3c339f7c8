import { expect, it } from "vitest";
import { tagsOf } from "../src/tags";

it("a tag is there once, whatever its case and the space around it", () => {
  expect(tagsOf("Vegan, vegan , quick").size).toBe(2);
});
