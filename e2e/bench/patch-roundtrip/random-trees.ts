/** Random trees and changes: the names, contents and modes that patches, mails and trees have trouble with. */
import fc from "fast-check";
import type { FileMode } from "../../../src/core/snapshot/index.ts";

export interface RandomFile {
  readonly mode: FileMode;
  readonly bytes: Uint8Array;
}
export type RandomTree = ReadonlyMap<string, RandomFile>;

const segment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b", "src", "lib", "x.ts", "y.ts", "README", "index.js") },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "with space",
      "naïve",
      "日本語.ts",
      "e\u0301.txt",
      "é.txt",
      'quo"te',
      "-dash",
      "#hash",
      "a b",
      "b",
      "x b",
      "😀",
      "tail ",
      ".dot",
      "A",
      "%41",
      "'single'",
      "[x]",
      "tab?",
      "~",
      "a\u00a0b",
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
      .map((name) => Array.from(name, (one) => (one < " " || "\\/\u007f".includes(one) ? "_" : one)).join("")),
  },
);

const isName = (name: string): boolean =>
  name !== "." &&
  name !== ".." &&
  name !== "" &&
  !/^\.?git/i.test(name) &&
  name.isWellFormed() &&
  !/\.git|\u200c|\u200d|\ufeff/iu.test(name);
const path = fc
  .array(segment.filter(isName), { minLength: 1, maxLength: 4 })
  .map((names) => names.join("/"))
  // A drive letter is no path here, as in core/snapshot/repo-path.
  .filter((joined) => !/^[A-Za-z]:/.test(joined));

const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("", "a", "b", "const x = 1;", "  indented", "}", "same", "\ttab ", "trailing  ") },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "--- a/x",
      "+++ b/x",
      "-- ",
      "---",
      "diff --git a/x b/x",
      "From 0000 Mon Sep 17 00:00:00 2001",
      "From: a",
      "\\ No newline at end of file",
      "@@ -1 +1 @@",
      "GIT binary patch",
      ">From x",
      "héllo wörld",
      "日本",
      "\ufeffbom",
      "a\rb",
      "\f",
      "index 0..1",
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }).map((text) => text.replaceAll("\n", "").replaceAll("\0", "")) },
);
const ending = fc.oneof({ weight: 8, arbitrary: fc.constant("\n") }, { weight: 1, arbitrary: fc.constant("\r\n") });
const lines = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.tuple(line, ending), { maxLength: 12 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.array(line, { maxLength: 30 }), ending)
      .map(([all, end]) => all.map((one) => [one, end] as [string, string])),
  },
);
const text = fc.tuple(lines, fc.boolean()).map(([all, final]) => {
  const joined = all.map(([one, end]) => one + end).join("");
  return final ? joined : joined.replace(/\r?\n$/, "");
});

const encoder = new TextEncoder();
const content = fc.oneof(
  { weight: 6, arbitrary: text.map((one) => encoder.encode(one)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  { weight: 1, arbitrary: fc.constant(new Uint8Array(0)) },
);
const file: fc.Arbitrary<RandomFile> = fc.oneof(
  { weight: 6, arbitrary: content.map((bytes) => ({ mode: "100644" as const, bytes })) },
  { weight: 2, arbitrary: content.map((bytes) => ({ mode: "100755" as const, bytes })) },
  {
    weight: 1,
    // Targets that never exist: git itself looks through a link that a folder is to replace.
    arbitrary: fc
      .constantFrom("gone", "../gone", "gone.ts", "日本語/gone.ts", "no/where at all", "ends in cr\r", "two\nlines")
      .map((target) => ({ mode: "120000" as const, bytes: encoder.encode(target) })),
  },
);

/** Where a file stands, nothing can stand below: the later one goes. */
function withoutClashes(files: Iterable<readonly [string, RandomFile]>): RandomTree {
  const out = new Map<string, RandomFile>();
  const folders = new Set<string>();
  for (const [name, one] of files) {
    const parents = name
      .split("/")
      .map((_, depth, all) => all.slice(0, depth).join("/"))
      .slice(1);
    if (folders.has(name) || parents.some((parent) => out.has(parent))) continue;
    out.set(name, one);
    for (const parent of parents) folders.add(parent);
  }
  return out;
}

const entries = (max: number) => fc.array(fc.tuple(path, file), { maxLength: max });

/** An edit keeps most of a text, as real edits do. */
const edit = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("keep" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("line" as const),
      at: fc.nat(1000),
      count: fc.nat(2),
      put: fc.array(fc.tuple(line, ending), { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("replace" as const), file }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("mode" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("move" as const), to: path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("into-folder" as const), name: segment.filter(isName) }) },
);
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function edited([name, one]: readonly [string, RandomFile], change: Edit): (readonly [string, RandomFile])[] {
  switch (change.kind) {
    case "keep":
      return [[name, one]];
    case "remove":
      return [];
    case "replace":
      return [[name, change.file]];
    case "mode":
      return [[name, { ...one, mode: one.mode === "100644" ? "100755" : "100644" }]];
    case "move":
      return [[change.to, one]];
    case "into-folder":
      return [[`${name}/${change.name}`, one]];
    case "line": {
      if (one.mode === "120000") return [[name, one]];
      const all =
        Buffer.from(one.bytes)
          .toString("latin1")
          .match(/[^\n]*\n|[^\n]+$/g) ?? [];
      const put = change.put.map(([words, end]) => Buffer.from(words + end).toString("latin1"));
      all.splice(change.at % (all.length + 1), change.count, ...put);
      return [[name, { mode: one.mode, bytes: new Uint8Array(Buffer.from(all.join(""), "latin1")) }]];
    }
  }
}

export interface RandomChange {
  readonly base: RandomTree;
  readonly result: RandomTree;
}

export const randomChange: fc.Arbitrary<RandomChange> = fc
  .tuple(entries(10), fc.array(edit, { minLength: 12, maxLength: 12 }), entries(4))
  .map(([before, edits, more]) => {
    const base = withoutClashes(before);
    const after = [...base].flatMap((entry, index) => edited(entry, edits[index] ?? { kind: "keep" }));
    return { base, result: withoutClashes([...after, ...more]) };
  })
  .filter(({ base, result }) => base.size > 0 && result.size > 0);
