import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseEdits } from "./parse-edits.ts";
import type { Edit, EditErrorKind } from "./edits.ts";

const edits = (text: string): readonly Edit[] => {
  const parsed = parseEdits(text);
  if (!parsed.ok) throw new Error(`${parsed.error.kind}: ${parsed.error.message}`);
  return parsed.value;
};
const kindOf = (text: string): EditErrorKind | "none" => {
  const parsed = parseEdits(text);
  return parsed.ok ? "none" : parsed.error.kind;
};
const block = (search: string, replace: string) => `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE`;

describe("a reply that can be read", () => {
  it("reads blocks, whole files, deletions and renames, in order, with prose around", () => {
    const reply = [
      "The lock is freed too early.",
      "",
      "File: src/lock.ts",
      "```ts",
      block("const a = 1;", "const a = 2;"),
      block("b();", ""),
      "```",
      "I also add a file:",
      "File: src/new.ts",
      "```ts",
      "export const n = 1;",
      "```",
      "Delete: src/old.ts",
      "Rename: src/a.ts -> src/b.ts",
      "That is all.",
    ].join("\n");
    expect(edits(reply)).toEqual([
      {
        kind: "replace",
        path: "src/lock.ts",
        blocks: [
          { search: "const a = 1;", replace: "const a = 2;" },
          { search: "b();", replace: "" },
        ],
      },
      { kind: "write", path: "src/new.ts", text: "export const n = 1;\n" },
      { kind: "delete", path: "src/old.ts" },
      { kind: "rename", from: "src/a.ts", to: "src/b.ts" },
    ]);
  });

  it("takes a file's new content together with its new name", () => {
    const reply = ["Rename: src/a.ts -> src/b.ts", "File: src/b.ts", "```ts", "export const b = 1;", "```"].join("\n");
    expect(edits(reply)).toEqual([
      { kind: "rename", from: "src/a.ts", to: "src/b.ts" },
      { kind: "write", path: "src/b.ts", text: "export const b = 1;\n" },
    ]);
  });

  it.each([
    ["plain", "File: src/a.ts"],
    ["bold word", "**File:** src/a.ts"],
    ["bold line", "**File: src/a.ts**"],
    ["bold and backticks", "**File: `src/a.ts`**"],
    ["backticks around the path", "File: `src/a.ts`"],
    ["backticks around the line", "`File: src/a.ts`"],
    ["heading", "### File: src/a.ts"],
    ["list", "- File: `src/a.ts`"],
    ["numbered", "1. **File**: src/a.ts"],
    ["quotes", 'File: "src/a.ts"'],
    ["note behind", "File: src/a.ts (new file)"],
    ["lower case", "file: src/a.ts"],
    ["carriage return", "File: src/a.ts\r"],
  ])("path decorated: %s", (_, header) => {
    expect(edits(`${header}\n\`\`\`ts\nx\n\`\`\``)).toEqual([{ kind: "write", path: "src/a.ts", text: "x\n" }]);
  });

  it.each([
    ["```ts src/a.ts"],
    ["```ts:src/a.ts"],
    ["```src/a.ts"],
    ['```ts title="src/a.ts"'],
    ["```typescript file=src/a.ts"],
    ["~~~ts src/a.ts"],
    ["`````ts src/a.ts"],
  ])("path in the fence's own line: %s", (open) => {
    const mark = /^(`+|~+)/.exec(open)?.[0] ?? "";
    expect(edits(`${open}\nx\n${mark}`)).toEqual([{ kind: "write", path: "src/a.ts", text: "x\n" }]);
  });

  it("a longer fence holds shorter ones", () => {
    expect(edits("File: README.md\n````md\n```js\nx\n```\n````")).toEqual([
      { kind: "write", path: "README.md", text: "```js\nx\n```\n" },
    ]);
  });

  it("a block holds fences", () => {
    expect(edits(`File: README.md\n\`\`\`md\n${block("```js", "```ts")}\n\`\`\``)).toEqual([
      { kind: "replace", path: "README.md", blocks: [{ search: "```js", replace: "```ts" }] },
    ]);
  });

  it("CRLF in the reply is the carrier's, not the content's", () => {
    expect(
      edits(`File: a.ts\r\n\`\`\`ts\r\n${block("x\r", "y\r").replaceAll("\n", "\r\n").replaceAll("\r\r", "\r")}\r\n\`\`\`\r\n`),
    ).toEqual([{ kind: "replace", path: "a.ts", blocks: [{ search: "x", replace: "y" }] }]);
  });

  it("an unnamed fence without blocks is an illustration", () => {
    expect(edits("It fails like this:\n```\nError\n```\nFile: a.ts\n```ts\nx\n```")).toHaveLength(1);
  });

  it("blocks without a fence, and a second fence for the same file", () => {
    expect(edits(`File: a.ts\n${block("x", "y")}\n\nand\n\`\`\`ts\n${block("p", "q")}\n\`\`\``)).toEqual([
      {
        kind: "replace",
        path: "a.ts",
        blocks: [
          { search: "x", replace: "y" },
          { search: "p", replace: "q" },
        ],
      },
    ]);
  });

  it("a bare path above a fence counts for blocks alone", () => {
    expect(edits(`**src/a.ts**\n\`\`\`ts\n${block("x", "y")}\n\`\`\``)).toHaveLength(1);
    expect(kindOf("src/a.ts\n```ts\nx\n```")).toBe("no-edits");
  });

  it("a spread named rest is code", () => {
    expect(edits("File: a.ts\n```ts\nf({\n  ...rest,\n});\n```")).toHaveLength(1);
  });

  it("thinking is not an answer", () => {
    expect(edits("<think>File: wrong.ts\n```ts\nno\n```</think>\nFile: a.ts\n```ts\nx\n```")).toEqual([
      { kind: "write", path: "a.ts", text: "x\n" },
    ]);
  });

  it("a hostile path is passed on, for the mask to refuse and log", () => {
    expect(edits("File: ../../etc/passwd\n```\nx\n```")).toEqual([{ kind: "write", path: "../../etc/passwd", text: "x\n" }]);
  });
});

describe("a reply that is refused", () => {
  it.each<[EditErrorKind, string]>([
    ["no-edits", ""],
    ["no-edits", "I could not find the bug."],
    ["no-edits", "```ts\nconst x = 1;\n```"],
    ["empty-path", "File:\n```ts\nx\n```"],
    ["empty-path", "File: ``\n```ts\nx\n```"],
    ["empty-path", "Delete: **"],
    ["missing-fence", "File: a.ts\nnothing follows"],
    ["missing-fence", "File: a.ts\nFile: b.ts\n```\nx\n```"],
    ["unclosed-fence", "File: a.ts\n```ts\nx"],
    ["unclosed-fence", "File: a.ts\n````ts\nx\n```"],
    ["nested-fence", "File: a.md\n```md\n```js\nx\n```\n"],
    ["nested-fence", "File: a.md\n```md\nsay\n```\nx\n```\n```"],
    ["mixed-fence", `File: a.ts\n\`\`\`ts\nconst whole = 1;\n${block("x", "y")}\n\`\`\``],
    ["empty-file", "File: a.ts\n```ts\n\n```"],
    ["elided", "File: a.ts\n```ts\nconst a = 1;\n// ... rest of the code unchanged\n```"],
    ["elided", "File: a.ts\n```ts\n// ... existing code ...\nconst a = 1;\n```"],
    ["unclosed-block", "File: a.ts\n```ts\n<<<<<<< SEARCH\nx\n=======\ny\n```"],
    ["bad-block", "File: a.ts\n```ts\n<<<<<<< SEARCH\nx\n>>>>>>> REPLACE\n```"],
    ["bad-block", `File: a.ts\n\`\`\`ts\n<<<<<<< SEARCH\nx\n${block("x", "y")}\n\`\`\``],
    ["bad-block", `File: a.ts\n\`\`\`ts\n${block("x", "y\n=======\nz")}\n\`\`\``],
    ["empty-search", `File: a.ts\n\`\`\`ts\n${block("", "y")}\n\`\`\``],
    ["no-path", `\`\`\`ts\n${block("x", "y")}\n\`\`\``],
    ["two-paths", "File: a.ts\n```ts src/b.ts\nx\n```"],
    ["same-path-twice", "File: a.ts\n```\nx\n```\nFile: a.ts\n```\ny\n```"],
    ["same-path-twice", `File: a.ts\n\`\`\`\n${block("x", "y")}\n\`\`\`\nDelete: a.ts`],
    ["bad-rename", "Rename: a.ts b.ts"],
    ["bad-rename", "Rename: a.ts -> a.ts"],
  ])("%s", (kind, text) => {
    expect(kindOf(text)).toBe(kind);
  });
});

describe("fuzzing", () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const path = fc.tuple(fc.array(word, { maxLength: 3 }), word).map(([folders, file]) => [...folders, `${file}.ts`].join("/"));
  const line = fc.string({ maxLength: 30 }).map((s) => `x${s.replace(/[\r\n]/g, "")}`);
  const lines = fc.array(line, { minLength: 1, maxLength: 6 }).map((l) => l.join("\n"));

  it("never throws, and never succeeds with nothing", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "File: a.ts",
        "Delete: b",
        "```",
        "````ts",
        "<<<<<<< SEARCH",
        "=======",
        ">>>>>>> REPLACE",
        "Rename: a -> b",
        "~~~",
        "",
      ),
      fc.string({ maxLength: 20 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.constantFrom("\n", "\r\n"), (parts, ending) => {
        const parsed = parseEdits(parts.join(ending));
        if (parsed.ok) expect(parsed.value.length).toBeGreaterThan(0);
        else expect(parsed.error.message).not.toBe("");
      }),
      { numRuns: 2000 },
    );
  });

  it("reads back what was written in the format", () => {
    const replacement = fc.record({ search: lines, replace: lines });
    const edit = fc.oneof(
      fc.record({ kind: fc.constant("write" as const), path, text: lines.map((l) => `${l}\n`) }),
      fc.record({ kind: fc.constant("replace" as const), path, blocks: fc.array(replacement, { minLength: 1, maxLength: 3 }) }),
      fc.record({ kind: fc.constant("delete" as const), path }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(edit, { minLength: 1, maxLength: 4, selector: (e) => e.path }), fc.boolean(), (wanted, crlf) => {
        const reply = wanted
          .map((e) =>
            e.kind === "delete"
              ? `Delete: ${e.path}`
              : `File: ${e.path}\n\`\`\`\`ts\n${
                  e.kind === "write" ? e.text : `${e.blocks.map((b) => block(b.search, b.replace)).join("\n")}\n`
                }\`\`\`\``,
          )
          .join("\n\nprose\n\n");
        expect(edits(crlf ? reply.replaceAll("\n", "\r\n") : reply)).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });
});
