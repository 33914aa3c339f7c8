import { describe, expect, it } from "vitest";
import { AS_ELSEWHERE, type InspectionKind } from "../../../src/core/evidence/index.ts";
import { repoPathOf } from "../../../src/core/snapshot/index.ts";
import { inspect } from "./inspect.ts";

function kinds(
  before: string | null,
  after: string | null,
  options: { path?: string; role?: "fixer" | "test-writer"; ticket?: string } = {},
): readonly InspectionKind[] {
  const { path = options.role === "test-writer" ? "tests/a.test.ts" : "src/a.ts", role = "fixer", ticket = "" } = options;
  return [...new Set(inspect([{ path: repoPathOf(path), role, before, after }], ticket).facts.map((fact) => fact.kind))];
}

describe("facts about a fixer's change", () => {
  it.each<[string, string, InspectionKind[]]>([
    ["any", "export const a = (x: any) => x;", ["any-added"]],
    ["a suppression", "// @ts-ignore\nexport const a = 1;", ["suppression-added"]],
    ["a prototype replaced", "Array.prototype.every = () => true;", ["intrinsic-write"]],
    ["a prototype replaced by name", "Object.defineProperty(Array.prototype, 'push', { value() {} });", ["intrinsic-write"]],
    ["a branch on the test run", "export const a = process.env.VITEST ? 1 : 2;", ["environment-branch"]],
    ["typeof describe", "export const a = typeof describe === 'function';", ["environment-branch"]],
    ["an exit", "process.exit(0);", ["process-exit"]],
    [
      "the matcher registry",
      "(globalThis as Record<symbol, unknown>)[Symbol.for('$$jest-matchers-object')] = {};",
      ["type-assertion-added", "runner-global"],
    ],
    ["an empty catch", "try { work(); } catch {}", ["empty-catch"]],
    ["network", "export const a = () => fetch('http://x');", ["network"]],
    ["a stub", "export function a() { throw new Error('not implemented'); }", ["stub"]],
    [
      "an import of an address behind a name",
      'const u = "https://a.example/x.js";\nexport const a = () => import(u);',
      ["network"],
    ],
    ["a simulated DOM", "export const a = /jsdom/.test(navigator.userAgent);", ["environment-branch"]],
    ["state that is used up", "const n = [1];\nexport const a = () => (n.pop() ? 1 : 2);", ["call-counter"]],
    ["an error dropped by finally", "export const a = () => { try { work(); } finally { return 1; } };", ["empty-catch"]],
    ["a rejection that nobody hears", "process.on('unhandledRejection', () => {});", ["empty-catch"]],
    ["the runner's ear taken off", "host.removeAllListeners('unhandledRejection');", ["runner-global"]],
    ["a name put together", "export const a = Reflect.get(Error, ['capture', 'Stack'].join(''));", ["environment-branch"]],
    ["a name put together elsewhere", "const k = 'VI' + 'TEST';\nexport const a = () => globalThis[k];", ["environment-branch"]],
    [
      "a look at the caller's text",
      "export const a = (f) => /exp/.test(Function.prototype.toString.call(f));",
      ["environment-branch"],
    ],
    ["any by the type of JSON.parse", "export type Loose = ReturnType<typeof JSON.parse>;", ["any-added"]],
    ["a counter", "let n = 0;\nexport function a() { n++; if (n > 1) return 1; return 2; }", ["call-counter"]],
  ])("%s", (_name, after, expected) => {
    expect(kinds("export {};", after)).toEqual(expected);
  });

  it.each([
    ["if (Date.now() % 2 === 0) expect(1).toBe(2);", true],
    ["const even = Date.now() % 2 === 0; if (even) { expect(1).toBe(2); }", true],
    ["Math.random() < 0.5 && expect(1).toBe(2);", true],
    ["const at = Date.now(); if (size > 1) expect(at).toBe(2);", false],
    ["const until = Date.now() + 9; while (Date.now() < until) turn(); expect(1).toBe(1);", false],
    ["if (Date.now() > 5) turn(); expect(1).toBe(1);", false],
  ])("sees that an assertion is made by clock or chance: %s", (body, is) => {
    const after = `it("a", () => { ${body} });`;
    const { facts } = inspect([{ path: repoPathOf("tests/a.test.ts"), role: "test-writer", before: null, after }], "");
    expect(facts.some(({ kind, text }) => kind === "clock-or-randomness" && text.startsWith("if ("))).toBe(is);
  });
  it("tells tables of tests by their titles", () => {
    const after =
      "it.each([1])('adds %i', (n) => { expect(n).toBe(1); });\ntest.for(rows)('for $name', () => { expect(1).toBe(1); });\nit('plain', () => { expect(1).toBe(1); });";
    const facts = inspect([{ path: repoPathOf("tests/a.test.ts"), role: "test-writer", before: null, after }], "").facts;
    expect(facts.filter(({ kind }) => kind === "table-test").map(({ text }) => text)).toEqual(["adds %i", "for $name"]);
  });
  it("says nothing of what the file held before", () => {
    const text = "export const a = (x: any) => process.env.VITEST ? x : 1;";
    expect(kinds(text, `// moved\n\n${text}\nexport const b = 2;`)).toEqual([]);
  });
  it("reads the types that stand in a script's comments", () => {
    const after = "/** @param {*} a\n * @returns {Array<?>} */\nexport function b(a) { return [a]; }";
    expect(kinds("export {};", after, { path: "src/a.js" })).toEqual(["any-added"]);
    expect(kinds("export {};", after)).toEqual([]);
    expect(kinds("export {};", "/** @param {string} a */\nexport function b(a) { return a; }", { path: "src/a.mjs" })).toEqual([]);
  });
  it.each([
    "export const a = () => { try { work(); } finally { close(); } };",
    "export const a = () => { try { work(); } finally { for (const f of all) { if (f) break; f(); } all.map((f) => { return f; }); } };",
    "export const a = (f) => Function.prototype.toString.call(f) === Function.prototype.toString.call(Object);",
    "const k = 'x';\nexport const a = (o) => o[k + 1] ?? globalThis[Symbol.for('app')];",
    "export const a = (key) => globalThis[key];",
  ])("says nothing of %s", (after) => {
    expect(kinds("export {};", after)).toEqual([]);
  });
  it("says nothing of an honest fix", () => {
    expect(kinds("export const a = (x: number) => x < 0;", "export const a = (x: number) => x <= 0 && x !== 1;")).toEqual([]);
  });
  it("names a literal in a condition only when ticket or test hold it", () => {
    const after = "export const a = (s: string) => s === 'acme' ? 1 : 2;";
    expect(kinds("", after)).toEqual([]);
    expect(kinds("", after, { ticket: "a('acme') is wrong" })).toEqual(["literal-special-case"]);
  });
});

describe("what a file did before", () => {
  it("makes another any its own manner, and a first one a hole", () => {
    const facts = (before: string) =>
      inspect([{ path: repoPathOf("src/a.ts"), role: "fixer", before, after: `${before}\nexport const c = (y: any) => y;` }], "")
        .facts;
    expect(facts("export const a = (x: any) => x;").map(({ text }) => text)).toEqual([AS_ELSEWHERE]);
    expect(facts("export const a = (x: number) => x;").map(({ text }) => text)).toEqual(["any"]);
  });
  it("names a table of answers that only the test knows, and none that the ticket asks for", () => {
    const facts = (ticket: string) =>
      inspect(
        [
          { path: repoPathOf("src/a.ts"), role: "fixer", before: "", after: 'export const T = { YWJj: "YWJj==" };' },
          { path: repoPathOf("a.test.ts"), role: "test-writer", before: null, after: 'expect(f("YWJj==")).toBe("YWJj");' },
        ],
        ticket,
      ).facts.filter(({ kind }) => kind === "literal-special-case");
    expect(facts("values are cut off")).toHaveLength(1);
    expect(facts('"YWJj" stands for "YWJj=="')).toEqual([]);
  });
});

describe("facts about a test-writer's change", () => {
  const test = (body: string, title = "t"): string =>
    `import { expect, it, vi } from "vitest";\nit("${title}", async () => { ${body} });\n`;
  it.each<[string, string, InspectionKind]>([
    ["no assertion", test("work();"), "no-assertion"],
    ["a tautology", test("expect(true).toBe(true);"), "tautology"],
    ["the same call twice", test("expect(f(1)).toBe(f(1));"), "tautology"],
    ["an assertion that is caught", test("try { expect(f()).toBe(1); } catch {}"), "assertion-caught"],
    ["a skipped test", "it.skip('t', () => { expect(1).toBe(f()); });", "test-skipped"],
    ["a focused test", "it.only('t', () => { expect(f()).toBe(1); });", "test-focused"],
    ["source read as text", test("expect(readFileSync('src/a.ts', 'utf8')).toContain('x');"), "source-text-read"],
    ["a mocked module", "vi.mock('../src/a');\n" + test("expect(f()).toBe(1);"), "mocked-module"],
  ])("%s", (_name, after, expected) => {
    expect(kinds("", after, { role: "test-writer" })).toContain(expected);
  });

  it.each([
    ["toBeNull", test("expect(screen.queryByText('UNKNOWN')).toBeNull();")],
    ["only negative", test("expect(f()).not.toBe(1);")],
    ["in a helper", "function check(x: number) { expect(x).toBe(1); }\n" + test("check(f());")],
    ["in each", "it.each([[1, 2]])('%s', (a, b) => { expect(f(a)).toBe(b); });"],
    ["an error looked at later", test("let e; try { f(); } catch (x) { e = x; } expect(e).toBeInstanceOf(Error);")],
    ["node:assert", test("assert.equal(f(), 1);")],
    ["a property test", test("fc.assert(fc.property(fc.integer(), (n) => f(n) >= 0));")],
  ])("accuses nobody: %s", (_name, after) => {
    const accusing = kinds("", after, { role: "test-writer" }).filter((kind) =>
      ["no-assertion", "tautology", "assertion-caught"].includes(kind),
    );
    expect(accusing).toEqual([]);
  });

  it("an assertion added to a test removes nothing; one taken out is removed", () => {
    const one = test("expect(f()).toBe(1);");
    const two = test("expect(f()).toBe(1); expect(f(2)).toBe(2);");
    expect(kinds(one, two, { role: "test-writer" })).not.toContain("assertion-removed");
    expect(kinds(two, one, { role: "test-writer" })).toContain("assertion-removed");
  });
  it("a test that moved to another file is not removed", () => {
    const text = test("expect(f()).toBe(1);");
    const moved = inspect(
      [
        { path: repoPathOf("tests/a.test.ts"), role: "test-writer", before: text, after: null },
        { path: repoPathOf("tests/b.test.ts"), role: "test-writer", before: null, after: text },
      ],
      "",
    );
    expect(moved.facts.filter((fact) => fact.kind === "test-removed" || fact.kind === "assertion-removed")).toEqual([]);
  });
  it.each<[string, object, object, string[]]>([
    ["strict", { strict: true }, { strict: false }, ["strict: true → false"]],
    ["strict taken out", { strict: true }, {}, ["strict: true → not set"]],
    ["a part of strict", { strict: true }, { strict: true, noImplicitAny: false }, ["noImplicitAny: not set → false"]],
    ["skipLibCheck", {}, { skipLibCheck: true }, ["skipLibCheck: not set → true"]],
    ["nothing, where strict stands for it", { strict: true, noImplicitAny: true }, { strict: true }, []],
    ["nothing, where it got stricter", { target: "ES2020" }, { target: "ES2023", strict: true }, []],
  ])("an option of a tsconfig that is loosened: %s", (_name, was, is, expected) => {
    const json = (compilerOptions: object): string => `// one\n${JSON.stringify({ compilerOptions })}\n`;
    const { facts } = inspect([{ path: repoPathOf("tsconfig.json"), role: "fixer", before: json(was), after: json(is) }], "");
    expect(facts.map(({ kind, text }) => [kind, text])).toEqual(expected.map((text) => ["option-loosened", text]));
  });
  it("says which file could not be parsed", () => {
    expect(inspect([{ path: repoPathOf("src/a.ts"), role: "fixer", before: "", after: "const = ;" }], "").unparsed).toHaveLength(1);
  });
});
