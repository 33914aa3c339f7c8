import { describe, expect, it } from "vitest";
import { decode, encode } from "../src/run-length";
import { runsOf } from "../src/runs";

describe("run length", () => {
  it("encodes", () => {
    expect(encode("aaabcc")).toBe("3ab2c");
  });

  it("decodes", () => {
    expect(decode("3ab12c")).toBe("aaabcccccccccccc");
    expect(decode("2\n")).toBe("\n\n");
  });

  it("finds runs", () => {
    expect(runsOf("xxy")).toEqual([{ unit: "x", length: 2 }, { unit: "y", length: 1 }]);
    expect(runsOf("")).toEqual([]);
  });
});
