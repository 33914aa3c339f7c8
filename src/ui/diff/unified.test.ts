import { describe, expect, it } from "vitest";
import { foldRows, rowsOf, type Block, type Row } from "./unified.ts";

const draw = (row: Row) =>
  `${{ same: " ", added: "+", removed: "-" }[row.kind]}${row.before ?? "."}:${row.after ?? "."} ${row.segments.map((s) => (s.changed ? `[${s.text}]` : s.text)).join("")}`;
const fold = (blocks: readonly Block[]) =>
  blocks.map((block) => (block.kind === "fold" ? `fold ${block.rows.length}` : block.rows.map(draw).join("\n")));
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join("\n") + "\n";

describe("unified", () => {
  it("numbers both versions and marks the changed words of a replaced line", () => {
    expect(rowsOf("a\nlet x = 1;\nc\n", "a\nlet x = 2;\nc\nd\n").map(draw)).toEqual([
      " 1:1 a",
      "-2:. let x = [1];",
      "+.:2 let x = [2];",
      " 3:3 c",
      "+.:4 d",
    ]);
  });

  it("a new file is all added, a deleted one all removed", () => {
    expect(rowsOf("", "a\nb\n").map(draw)).toEqual(["+.:1 a", "+.:2 b"]);
    expect(rowsOf("a\nb", "").map(draw)).toEqual(["-1:. a", "-2:. b"]);
  });

  it("Windows line ends are not drawn", () => {
    expect(rowsOf("a\r\n", "a\r\nb\r\n").map(draw)).toEqual([" 1:1 a", "+.:2 b"]);
  });

  it("folds what is far from a change", () => {
    const before = numbered(20);
    const blocks = foldRows(rowsOf(before, before.replace("line 10\n", "line ten\n")), []);
    expect(fold(blocks).map((text) => (text.split("\n").length === 1 ? text : `${text.split("\n").length} rows`))).toEqual([
      "fold 6",
      "8 rows",
      "fold 7",
    ]);
  });

  it("never folds the line of a finding", () => {
    const before = numbered(30);
    const blocks = foldRows(rowsOf(before, before.replace("line 2\n", "line two\n")), [20]);
    const shown = blocks.filter((block) => block.kind === "rows").flatMap((block) => block.rows);
    expect(shown.some((row) => row.after === 20)).toBe(true);
    expect(shown.some((row) => row.after === 10)).toBe(false);
  });

  it("rows, folded or not, are the whole of both versions in order", () => {
    const before = numbered(40);
    const after = before.replace("line 7\n", "").replace("line 30\n", "line 30\nline 30b\n");
    const rows = foldRows(rowsOf(before, after), [12]).flatMap((block) => block.rows);
    const text = (side: "before" | "after") =>
      rows
        .filter((row) => row[side] !== null)
        .map((row) => row.segments.map((s) => s.text).join("") + "\n")
        .join("");
    expect([text("before"), text("after")]).toEqual([before, after]);
  });
});
