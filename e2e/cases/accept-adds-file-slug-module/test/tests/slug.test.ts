import { describe, expect, it } from "vitest";
import { slugOf } from "../src/slug";

describe("slugOf", () => {
  it("joins words by single hyphens", () => {
    expect(slugOf("On Rain, and 2 other things")).toBe("on-rain-and-2-other-things");
  });

  it("has no hyphen at either end", () => {
    expect(slugOf("  «Été» ")).toBe("été");
  });

  it("gives what has no letters a name", () => {
    expect(slugOf("?!")).toBe("untitled");
    expect(slugOf("")).toBe("untitled");
  });
});
