import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { parseTicketFile, parseTicketId, parseTicketJson, parseTypedTicket, TICKET_LIMITS, type Ticket } from "./index.ts";

const file = (yaml: string, body = "Body.") => `---\n${yaml}\n---\n\n${body}\n`;
const parse = (yaml: string) => parseTicketFile("tickets/x.md", file(yaml));
const HEAD = "id: AB-7\ntitle: The dialog prints UNKNOWN";

function errorOf(result: ReturnType<typeof parseTicketJson>) {
  if (result.ok) throw new Error(`parsed: ${JSON.stringify(result.value)}`);
  return result.error;
}
function ticketOf(result: ReturnType<typeof parseTicketJson>): Ticket {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe("a ticket file", () => {
  it("gives every field", () => {
    const ticket = parse(`${HEAD}
file: src/dialog.tsx
line: 42
acceptance:
  - A bare sentence is prose.
  - statement: So is a record with nothing but a statement.
  - statement: No placeholder is left
    mustNotMatch: 'UNKNOWN\\b'
    paths: ["src/**/*.tsx"]
    except: [src/legacy/**]
  - { statement: It is exported, mustMatch: "export", paths: [src/index.ts] }
  - { statement: The notes are there, mustExist: NOTES.md }
  - { statement: The old file is gone, mustNotExist: src/old.ts }
  - { statement: The old test holds, mustPass: "dialog > opens" }
touches: [vitest.config.ts]`);
    expect(ticketOf(ticket)).toEqual({
      id: "AB-7",
      title: "The dialog prints UNKNOWN",
      body: "Body.",
      file: "src/dialog.tsx",
      line: 42,
      acceptance: [
        { kind: "prose", statement: "A bare sentence is prose." },
        { kind: "prose", statement: "So is a record with nothing but a statement." },
        {
          kind: "must-not-match",
          statement: "No placeholder is left",
          pattern: "UNKNOWN\\b",
          paths: ["src/**/*.tsx"],
          except: ["src/legacy/**"],
        },
        { kind: "must-match", statement: "It is exported", pattern: "export", paths: ["src/index.ts"], except: [] },
        { kind: "must-exist", statement: "The notes are there", path: "NOTES.md" },
        { kind: "must-not-exist", statement: "The old file is gone", path: "src/old.ts" },
        { kind: "must-pass", statement: "The old test holds", test: "dialog > opens" },
      ],
      touches: ["vitest.config.ts"],
    });
  });

  it("may have a BOM, CRLF, empty optional fields and a `---` in its body", () => {
    const text = `\uFEFF---\r\n${HEAD}\r\nfile:\r\nacceptance:\r\n--- \r\n\r\nOne\r\n---\r\ntwo\r\n`;
    expect(ticketOf(parseTicketFile("tickets/x.md", text))).toEqual({
      id: "AB-7",
      title: "The dialog prints UNKNOWN",
      body: "One\n---\ntwo",
      acceptance: [],
      touches: [],
    });
  });

  it.each([
    ["no front matter", "# AB-7", { kind: "no-front-matter" }],
    ["a front matter without an end", `---\n${HEAD}\n`, { kind: "no-front-matter" }],
    ["an empty front matter", file(""), { kind: "missing", field: "id" }],
    ["a list as front matter", file("- id"), { kind: "wrong-type", received: "a list" }],
    ["broken YAML", file(`${HEAD}\nfile: "src`), { kind: "bad-yaml" }],
    ["the same key twice", file(`${HEAD}\nid: AB-8`), { kind: "bad-yaml", line: 4 }],
    ["an unknown key", file(`${HEAD}\nlines: 3`), { kind: "unknown-key", key: "lines" }],
    ["__proto__", file(`${HEAD}\n__proto__: { file: src/a.ts }`), { kind: "unknown-key", key: "__proto__" }],
    ["a merge key", file(`${HEAD}\n<<: { file: src/a.ts }`), { kind: "unknown-key", key: "<<" }],
    ["a body in the front matter", file(`${HEAD}\nbody: x`), { kind: "unknown-key", key: "body" }],
    ["an anchor", file(`${HEAD}\nfile: &a src/a.ts`), { kind: "yaml-feature", feature: "anchor", line: 4 }],
    ["an alias", file(`id: *a\n${HEAD}`), { kind: "bad-yaml" }],
    ["an alias of an anchor", file(`id: AB-7\ntitle: &t x\nfile: *t`), { kind: "yaml-feature", feature: "anchor" }],
    ["a tag of YAML's own", file(`id: !!str 7\ntitle: x`), { kind: "yaml-feature", feature: "tag", line: 2 }],
    ["a tag of nobody's", file(`id: !js/function x\ntitle: x`), { kind: "bad-yaml" }],
    ["a second document", file(`${HEAD}\n...\nid: AB-8`), { kind: "yaml-feature", feature: "documents" }],
    ["a list as a key", file(`${HEAD}\n? [a]\n: b`), { kind: "bad-yaml" }],
    ["a file beyond the limit", file(HEAD, "x".repeat(TICKET_LIMITS.file)), { kind: "too-large" }],
    ["a body beyond the limit", file(HEAD, "x".repeat(TICKET_LIMITS.body + 1)), { kind: "too-large" }],
    ["a front matter beyond the limit", file(`${HEAD}\n# ${"x\n# ".repeat(6_000)}`), { kind: "too-large" }],
    ["a NUL in the body", file(HEAD, "a\0b"), { kind: "bad-value", field: "body" }],
  ])("[hostile] refuses %s", (_what, text, expected) => {
    const error = errorOf(parseTicketFile("tickets/x.md", text));
    expect(error).toMatchObject(expected);
    expect(error.message).toMatch(/^tickets\/x\.md: ./);
    expect(error.advice).not.toBe("");
  });

  // Each of these took the parser a second or more, or ended the process, before the bounds stood: it must not see them.
  it.each([
    ["brackets", "[".repeat(16_000)],
    ["dashes in one line", `${"- ".repeat(8_000)}a`],
    ["question marks in one line", `${"? ".repeat(8_000)}a`],
    ["dashes in one short line", `${"- ".repeat(25)}a`],
    ["anchors and dashes", `${"&a - ".repeat(3_000)}a`],
    ["a column far out", `-${" ".repeat(15_000)}- a`],
    ["the same key thousands of times", "k: 1\n".repeat(3_000)],
  ])("[hostile] refuses %s before the parser runs", (_what, yaml) => {
    const error = errorOf(parse(yaml));
    expect(error.kind).toBe("bad-yaml");
    expect(error.message).toMatch(/brackets stand open|opens more than|characters, and at most|lines, and at most/);
  });

  it("[hostile] refuses blocks nested 170 deep", () => {
    const yaml = Array.from({ length: 170 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n");
    expect(errorOf(parse(yaml))).toMatchObject({ kind: "unknown-key", key: "a" });
  });
});

describe("a ticket as JSON", () => {
  const sound = { id: "C-1", title: "Title", body: "Body\r\nmore" };

  it("reads the form of a case", () => {
    expect(ticketOf(parseTicketJson({ ...sound, file: "src/a.ts", line: 3, touches: ["package.json"] }))).toEqual({
      id: "C-1",
      title: "Title",
      body: "Body\nmore",
      file: "src/a.ts",
      line: 3,
      acceptance: [],
      touches: ["package.json"],
    });
  });

  it.each([
    ["nothing", undefined, { kind: "wrong-type", received: "empty" }],
    ["a text", "AB-7", { kind: "wrong-type", received: "a text" }],
    ["a list", [], { kind: "wrong-type", received: "a list" }],
    ["no id", { title: "x" }, { kind: "missing", field: "id" }],
    ["a number as id", { ...sound, id: 7 }, { kind: "wrong-type", field: "id", received: "the number 7" }],
    ["no title", { ...sound, title: " " }, { kind: "missing", field: "title" }],
    ["a title over two lines", { ...sound, title: "a\nSigned-off-by: b" }, { kind: "bad-value", field: "title" }],
    ["a title that turns round", { ...sound, title: "a\u202Eb" }, { kind: "bad-value", field: "title" }],
    ["a title without end", { ...sound, title: "x".repeat(301) }, { kind: "too-large", field: "title" }],
    ["a record as body", { ...sound, body: {} }, { kind: "wrong-type", field: "body" }],
    ["a file outside", { ...sound, file: "../a.ts" }, { kind: "bad-value", field: "file" }],
    ["an absolute file", { ...sound, file: "/etc/passwd" }, { kind: "bad-value", field: "file" }],
    ["line 0", { ...sound, line: 0 }, { kind: "bad-value", field: "line" }],
    ["line 1.5", { ...sound, line: 1.5 }, { kind: "bad-value", field: "line" }],
    ["line as a text", { ...sound, line: "7" }, { kind: "bad-value", field: "line" }],
    ["line as a list", { ...sound, line: [7] }, { kind: "wrong-type", field: "line" }],
    ["touches as a text", { ...sound, touches: "package.json" }, { kind: "wrong-type", field: "touches" }],
    ["a touched path outside", { ...sound, touches: ["a", "../b"] }, { kind: "bad-value", field: "touches[1]" }],
    ["too many touches", { ...sound, touches: Array.from({ length: 51 }, () => "a") }, { kind: "too-large", field: "touches" }],
    ["an unknown key", { ...sound, touch: [] }, { kind: "unknown-key", key: "touch" }],
  ])("refuses %s", (_what, raw, expected) => {
    expect(errorOf(parseTicketJson(raw))).toMatchObject(expected);
  });

  const entry = (acceptance: unknown) => parseTicketJson({ ...sound, acceptance: [acceptance] });
  it.each([
    ["a number", 7, { kind: "wrong-type", field: "acceptance[0]" }],
    ["no statement", { mustExist: "a" }, { kind: "missing", field: "acceptance[0].statement" }],
    ["a misspelt check", { statement: "s", mustntMatch: "x" }, { kind: "unknown-key", key: "mustntMatch" }],
    ["two checks", { statement: "s", mustExist: "a", mustPass: "b" }, { kind: "bad-value", field: "acceptance[0]" }],
    ["a pattern without paths", { statement: "s", mustMatch: "x" }, { kind: "missing", field: "acceptance[0].paths" }],
    ["paths without a pattern", { statement: "s", paths: ["a"] }, { kind: "bad-value", field: "acceptance[0].paths" }],
    ["paths beside a path", { statement: "s", mustExist: "a", paths: ["a"] }, { kind: "bad-value" }],
    ["a bad pattern", { statement: "s", mustMatch: "(", paths: ["a"] }, { kind: "bad-value", field: "acceptance[0].mustMatch" }],
    ["an empty pattern", { statement: "s", mustMatch: "", paths: ["a"] }, { kind: "missing" }],
    ["a long pattern", { statement: "s", mustMatch: "x".repeat(501), paths: ["a"] }, { kind: "too-large" }],
    [
      "a glob outside",
      { statement: "s", mustMatch: "x", paths: ["../**"] },
      { kind: "bad-value", field: "acceptance[0].paths[0]" },
    ],
    ["a path outside", { statement: "s", mustExist: "a/../../b" }, { kind: "bad-value", field: "acceptance[0].mustExist" }],
  ])("refuses an acceptance statement that is %s", (_what, raw, expected) => {
    expect(errorOf(entry(raw))).toMatchObject(expected);
  });

  it("refuses two statements that read the same", () => {
    expect(errorOf(parseTicketJson({ ...sound, acceptance: ["s", { statement: "s", mustExist: "a" }] }))).toMatchObject({
      field: "acceptance[1].statement",
    });
  });

  it("takes a pattern of the older grammar too", () => {
    expect(entry({ statement: "s", mustNotMatch: "catch {\\s*}", paths: ["src/**"] }).ok).toBe(true);
  });
});

describe("an id", () => {
  it.each(["AB-7", "a", "0", "a.b_c-d", "x".repeat(64)])("may be %s", (id) => {
    expect(parseTicketId(id).ok).toBe(true);
  });
  it.each(["", ".a", "-a", "a..b", "a.", "a.lock", "a/b", "a b", "ä", "x".repeat(65), "a\n", "a~1", "a^"])(
    "may not be %j",
    (id) => {
      expect(parseTicketId(id).ok).toBe(false);
    },
  );
});

describe("a typed ticket", () => {
  const typed = { title: " Cap the delay! ", body: "Text", file: "", line: "", acceptance: ["", " One. "] };

  it("gets its id from the title", () => {
    const ticket = parseTypedTicket(typed, new Set(["typed-cap-the-delay"]));
    expect(ticket.ok && ticket.value).toEqual({
      id: "typed-cap-the-delay-2",
      title: "Cap the delay!",
      body: "Text",
      acceptance: [{ kind: "prose", statement: "One." }],
      touches: [],
    });
  });

  it("says all that is wrong at once", () => {
    const ticket = parseTypedTicket({ ...typed, title: "", file: "../a", line: "x" });
    expect(!ticket.ok && ticket.error.map((error) => error.field)).toEqual(["title", "file", "line"]);
  });

  it("has a safe id and one reason at least, whatever was typed", { timeout: 60_000 }, () => {
    const text = fc.string({ unit: "binary", maxLength: 400 });
    fc.assert(
      fc.property(fc.record({ title: text, body: text, file: text, line: text, acceptance: fc.array(text) }), (any) => {
        const ticket = parseTypedTicket(any);
        return ticket.ok ? parseTicketId(ticket.value.id).ok : ticket.error.length > 0;
      }),
    );
  });
});

describe("fuzzing", { timeout: 60_000 }, () => {
  const line = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 80 })
    .map((text) => `x${text}`.trim())
    .filter((text) => !/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(text));
  const segment = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/"));
  const check = fc.oneof(
    fc.constant({}),
    fc.record({ mustExist: path }),
    fc.record({ mustNotExist: path }),
    fc.record({ mustPass: line }),
    fc.record({ mustMatch: segment, paths: fc.array(path, { minLength: 1, maxLength: 3 }) }),
    fc.record({ mustNotMatch: segment, paths: fc.constant(["src/**"]), except: fc.array(path, { maxLength: 3 }) }),
  );
  const ticket = fc.record(
    {
      id: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,20}$/),
      title: line,
      file: path,
      line: fc.integer({ min: 1, max: 9_999 }),
      acceptance: fc.uniqueArray(
        fc.tuple(line, check).map(([statement, rest]) => ({ statement, ...rest })),
        { maxLength: 4, selector: (entry) => entry.statement },
      ),
      touches: fc.array(path, { maxLength: 3 }),
    },
    { requiredKeys: ["id", "title"] },
  );

  it("the same fields give the same ticket from YAML and from JSON", () => {
    fc.assert(
      fc.property(ticket, (fields) => {
        const fromJson = parseTicketJson({ ...fields, body: "Body." });
        const fromFile = parseTicketFile(
          "tickets/x.md",
          file(stringify(fields, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd()),
        );
        expect(fromFile).toEqual(fromJson);
        expect(fromJson.ok).toBe(true);
      }),
    );
  });

  const yaml = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "id: A",
          "title: t",
          "acceptance:",
          "\n",
          "\n  ",
          "- ",
          "? ",
          ": ",
          "&a ",
          "*a",
          "!!str ",
          "[",
          "]",
          "{",
          "}",
          "|",
          ">",
          "---",
        ),
        fc.constantFrom(
          '"',
          "'",
          "#",
          "<<: ",
          "__proto__: ",
          "file: ",
          "touches: ",
          "%YAML 1.1",
          "...",
          "\t",
          "~",
          "0x1",
          "2001-01-01",
          "mustMatch: ",
        ),
        fc.string({ maxLength: 5 }),
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(""));

  it("no text makes it throw, and a ticket that comes out is well-formed", () => {
    fc.assert(
      fc.property(yaml, (text) => {
        const result = parseTicketFile("tickets/x.md", file(`${HEAD}\n${text}`));
        if (!result.ok) return result.error.message !== "" && result.error.advice !== "";
        expect(
          Object.keys(result.value).every((key) => ["id", "title", "body", "file", "line", "acceptance", "touches"].includes(key)),
        ).toBe(true);
        return parseTicketId(result.value.id).ok;
      }),
      { numRuns: 500 },
    );
  });

  it("no JSON makes it throw", () => {
    const noise = fc.oneof(
      fc.jsonValue(),
      line,
      fc.array(fc.jsonValue()),
      fc.dictionary(fc.constantFrom("statement", "mustMatch", "paths"), fc.jsonValue()),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("id", "title", "body", "file", "line", "acceptance", "touches"), noise), (raw) => {
        const result = parseTicketJson(raw);
        return result.ok || result.error.message !== "";
      }),
      { numRuns: 500 },
    );
  });
});

describe("the demo repositories", () => {
  const demos = new URL("../../../public/demos/", import.meta.url);
  const tickets = readdirSync(demos).flatMap((demo) =>
    readdirSync(new URL(`${demo}/repo/tickets/`, demos)).map((name) => [demo, name] as const),
  );

  it.each(tickets)("%s: %s is a ticket, and names a line that is there", (demo, name) => {
    const root = new URL(`${demo}/repo/`, demos);
    const ticket = ticketOf(parseTicketFile(name, readFileSync(new URL(`tickets/${name}`, root), "utf8")));
    expect(`${ticket.id}.md`).toBe(name);
    expect(ticket.acceptance.length).toBeGreaterThan(0);
    const lines = readFileSync(new URL(ticket.file ?? "", root), "utf8").split("\n");
    expect(lines[(ticket.line ?? 0) - 1]?.trim()).toBeTruthy();
  });
});
