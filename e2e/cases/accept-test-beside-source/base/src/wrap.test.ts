import { describe, expect, it } from "vitest";
import { wrap } from "./wrap";

describe("wrap", () => {
  it("fills lines", () => {
    expect(wrap("a bb ccc dddd", 4)).toEqual(["a bb", "ccc", "dddd"]);
  });

  it("joins white space", () => {
    expect(wrap("a \n b", 10)).toEqual(["a b"]);
  });

  it("gives nothing for nothing", () => {
    expect(wrap("", 5)).toEqual([]);
  });
});
