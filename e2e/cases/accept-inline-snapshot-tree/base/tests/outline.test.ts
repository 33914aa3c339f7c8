import { describe, expect, it } from "vitest";
import { outline } from "../src/outline";
import { depthOf } from "../src/tree";

describe("outline", () => {
  it("prints one item", () => {
    expect(outline({ label: "a" })).toBe("- a");
  });

  it("indents the second level", () => {
    expect(outline({ label: "a", items: [{ label: "b" }, { label: "c" }] })).toBe("- a\n  - b\n  - c");
  });

  it("measures depth", () => {
    expect(depthOf({ label: "a" })).toBe(1);
    expect(depthOf({ label: "a", items: [{ label: "b" }, { label: "c", items: [{ label: "d" }] }] })).toBe(3);
  });
});
