import { describe, expect, it } from "vitest";
import { pageOf } from "../src/page";
import { pageBar } from "../src/page-bar";

describe("pages", () => {
  it("cuts items", () => {
    expect(pageOf(["a", "b", "c", "d"], 2, 0).items).toEqual(["a", "b"]);
    expect(pageOf(["a", "b", "c"], 2, 1)).toEqual({ items: ["c"], index: 1, isLast: true });
  });

  it("shows neighbours and gaps", () => {
    expect(pageBar(5, 10)).toEqual([0, null, 4, 5, 6, null, 9]);
  });

  it("shows no gap where there is none", () => {
    expect(pageBar(1, 3)).toEqual([0, 1, 2]);
  });

  it("marks a last page that is filled exactly", () => {
    expect(pageOf(["a", "b", "c", "d"], 2, 1).isLast).toBe(true);
  });

  it("does not mark a page before it", () => {
    expect(pageOf(["a", "b", "c", "d"], 2, 0).isLast).toBe(false);
    expect(pageOf(["a", "b", "c"], 2, 0).isLast).toBe(false);
  });

  it("marks the one page of an empty list", () => {
    expect(pageOf([], 2, 0)).toEqual({ items: [], index: 0, isLast: true });
  });
});
