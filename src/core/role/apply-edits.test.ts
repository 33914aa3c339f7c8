import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyReplacements, withFormOf } from "./apply-edits.ts";
import type { EditErrorKind, Replacement } from "./edits.ts";

const one = (search: string, replace: string): readonly Replacement[] => [{ search, replace }];
const applied = (original: string, blocks: readonly Replacement[]): string => {
  const result = applyReplacements(original, blocks);
  if (!result.ok) throw new Error(result.error.kind);
  return result.value;
};

describe("applyReplacements", () => {
  it.each<[string, string, readonly Replacement[], string]>([
    ["a line", "a\nb\nc\n", one("b", "B"), "a\nB\nc\n"],
    ["several lines", "a\nb\nc\n", one("a\nb", "x\ny\nz"), "x\ny\nz\nc\n"],
    ["whole lines by nothing go with their line end", "a\nb\nc\n", one("b", ""), "a\nc\n"],
    ["part of a line by nothing", "a + b\n", one(" + b", ""), "a\n"],
    ["CRLF in the file", "a\r\nb\r\nc\r\n", one("a\nb", "x\ny\nz"), "x\r\ny\r\nz\r\nc\r\n"],
    ["CRLF, a line by nothing", "a\r\nb\r\nc\r\n", one("b", ""), "a\r\nc\r\n"],
    ["CRLF in the block", "a\nb\n", one("a\r\nb", "x\r\ny"), "x\ny\n"],
    ["mixed endings stay where nothing changes", "a\r\nb\nc\r\nd\n", one("d", "D"), "a\r\nb\nc\r\nD\n"],
    ["no final newline", "a\nb", one("b", "c"), "a\nc"],
    ["a byte order mark stays", "\uFEFFa\nb\n", one("a", "c"), "\uFEFFc\nb\n"],
    ["$& is no pattern", "a\n", one("a", "$&$1"), "$&$1\n"],
    [
      "order of the blocks does not matter",
      "a\nb\n",
      [
        { search: "b", replace: "a" },
        { search: "a", replace: "b" },
      ],
      "b\na\n",
    ],
  ])("%s", (_, original, blocks, expected) => {
    expect(applied(original, blocks)).toBe(expected);
  });

  it.each<[EditErrorKind, string, readonly Replacement[]]>([
    ["search-not-found", "a\n", one("b", "c")],
    ["search-not-found", "a\n", one("a ", "c")],
    ["search-not-unique", "a\na\n", one("a", "c")],
    ["search-not-unique", "aaa\n", one("aa", "c")],
    ["empty-search", "a\n", one("", "c")],
    [
      "overlapping-blocks",
      "a\nb\nc\n",
      [
        { search: "a\nb", replace: "x" },
        { search: "b\nc", replace: "y" },
      ],
    ],
    ["no-change", "a\n", one("a", "a")],
  ])("%s", (kind, original, blocks) => {
    const result = applyReplacements(original, blocks, "src/a.ts");
    expect(result.ok ? "applied" : result.error.kind).toBe(kind);
    if (!result.ok && kind !== "empty-search") expect(result.error.message).toContain("src/a.ts");
  });

  it("a near miss is quoted as it stands, and lines of a second occurrence are named", () => {
    const near = applyReplacements("if (x) {\n    go();\n}\n", one("go();  ", "stop();"));
    expect(near.ok ? "" : near.error.message).toContain("stands on line 2:\n    go();");
    const twice = applyReplacements("a\nb\na\n", one("a", "c"));
    expect(twice.ok ? "" : twice.error.message).toContain("2 times in the file (lines 1, 3)");
  });

  it("changes the place it names and not a byte beside it", () => {
    const line = fc.string({ maxLength: 12 }).map((s) => s.replace(/[\r\n@]/g, ""));
    const ending = fc.constantFrom("\n", "\r\n");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(line, ending), { maxLength: 8 }),
        fc.array(fc.tuple(line, ending), { maxLength: 8 }),
        line,
        (head, tail, to) => {
          const before = head.flat().join("");
          const after = tail.flat().join("");
          expect(applied(`${before}@@old@@${after}`, one("@@old@@", `@${to}`))).toBe(`${before}@${to}${after}`);
        },
      ),
    );
  });
});

it.each<[string, string | null, string, string]>([
  ["a new file", null, "a\n", "a\n"],
  ["CRLF", "x\r\ny\r\n", "a\nb\n", "a\r\nb\r\n"],
  ["a byte order mark", "\uFEFFx\n", "a\n", "\uFEFFa\n"],
  ["no final newline", "x\ny", "a\nb\n", "a\nb"],
])("withFormOf keeps the form of what it replaces: %s", (_, original, text, expected) => {
  expect(withFormOf(original, text)).toBe(expected);
});
