import { describe, expect, it } from "vitest";
import { shared } from "../src/related";
import { countTags } from "../src/tag-count";
import { tagsOf } from "../src/tags";

describe("tags", () => {
  it("are separated by commas", () => {
    expect(tagsOf("soup,quick").size).toBe(2);
  });

  it("are counted, the most common first", () => {
    expect(countTags(["soup", "soup,quick"])).toEqual([
      { tag: "soup", recipes: 2 },
      { tag: "quick", recipes: 1 },
    ]);
  });

  it("can be shared", () => {
    expect(shared("soup,quick", "quick,vegan")).toEqual(["quick"]);
  });

  it("need not be shared", () => {
    expect(shared("soup", "cake")).toEqual([]);
  });
});
