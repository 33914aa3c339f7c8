import { describe, expect, it } from "vitest";
import { column } from "../src/column";
import { readRows } from "../src/rows";

describe("rows", () => {
  it("reads rows", () => {
    expect(readRows("a,b\n1,2\n").rows).toEqual([{ a: "1", b: "2" }]);
  });

  it("reports short rows", () => {
    expect(readRows("a,b\n1\n3,4").problems).toEqual([{ line: 2, message: "1 of 2 cells" }]);
  });

  it("gives a column", () => {
    expect(column("a,b\n1,2\n3,4", "b")).toEqual(["2", "4"]);
    expect(column("a\n1", "c")).toEqual([]);
  });
});
