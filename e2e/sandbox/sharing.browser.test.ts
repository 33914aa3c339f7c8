/** Files that leave nothing behind share a worker; one that does is the last of its worker, and what is red beside others runs alone. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embeddedSubject, type EmbeddedSubject } from "./embedded-subject.ts";

const HEAD = 'import { expect, it, vi } from "vitest";\n';
/** In two halves, or the runner of this file would obey it. */
const DOCBLOCK = ["@vitest", "environment"].join("-");
/** A worker's time origin is its own: the name of a test says which worker it ran in. */
const ORIGIN = "it(`in ${performance.timeOrigin}`, () => { expect(1).toBe(1); });\n";

let subject: EmbeddedSubject;
beforeAll(async () => {
  subject = await embeddedSubject();
}, 120_000);
afterAll(() => subject.close());

async function run(
  files: Readonly<Record<string, string>>,
  more: { readonly shuffleSeed?: number } = {},
): Promise<{ readonly workers: readonly string[]; readonly red: readonly string[] }> {
  const outcome = await subject.run({ "package.json": '{"type":"module"}', ...files }, { lanes: 1, ...more });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
  const tests = outcome.value.files.flatMap((file) => file.tests);
  return {
    workers: tests.filter(({ titles }) => titles[0]?.startsWith("in ") === true).map(({ titles }) => titles[0] ?? ""),
    red: [
      ...tests.filter(({ state }) => state !== "pass").map(({ id, errors }) => `${id}: ${errors[0]?.message ?? ""}`),
      ...outcome.value.files.filter(({ state }) => state !== "pass").map(({ path, end }) => `${path}: ${end.kind}`),
    ],
  };
}

describe("[SB-SHARE] workers that files share", { timeout: 180_000 }, () => {
  it("runs files that leave nothing behind in one worker, each with modules of its own", async () => {
    const counter = `${HEAD}import { next } from "./src/counter";\nit("counts from the start", () => { expect(next()).toBe(1); });\n${ORIGIN}`;
    const { workers, red } = await run({
      "src/counter.ts": "let count = 0;\nexport const next = (): number => ++count;\n",
      "a.test.ts": counter,
      "b.test.ts": `${counter}it("puts back", () => { vi.useFakeTimers(); vi.spyOn(Math, "random").mockReturnValue(1); vi.stubGlobal("stubbed", 1); expect(Math.random()).toBe(1); });\n`,
      "c.test.ts": `${counter}it("sees nothing of it", () => { expect([vi.isFakeTimers(), vi.isMockFunction(Math.random), "stubbed" in globalThis]).toEqual([false, false, false]); });\n`,
    });
    expect(red).toEqual([]);
    expect(new Set(workers).size).toBe(1);
  });

  it.each([
    ["a global", "globalThis.left = 1;", 'expect("left" in globalThis).toBe(false)'],
    ["a global's member", "Math.left = 1;", 'expect("left" in Math).toBe(false)'],
    ["a replaced method", "JSON.parse = () => 1;", 'expect(JSON.parse("2")).toBe(2)'],
    ["a method of a prototype", "URL.prototype.left = () => 1;", 'expect("left" in URL.prototype).toBe(false)'],
    ["a timer", "setInterval(() => { globalThis.ticked = true; }, 5);", 'expect("ticked" in globalThis).toBe(false)'],
    [
      "a matcher",
      "expect.extend({ toBeLeft: () => ({ pass: true, message: () => '' }) });",
      "expect(() => expect(1).toBeLeft).toThrow()",
    ],
    ["an equality tester", "expect.addEqualityTesters([() => true]);", "expect(1).not.toEqual(2)"],
    [
      "a snapshot serializer",
      "expect.addSnapshotSerializer({ test: () => true, serialize: () => 'x' });",
      "expect(1).toMatchInlineSnapshot(`1`)",
    ],
    ["a listener", "process.on('unhandledRejection', () => {});", "expect(process.listeners('unhandledRejection')).toEqual([])"],
    [
      "a file",
      "(await import('node:fs')).writeFileSync('/tmp/left', '1');",
      "expect((await import('node:fs')).existsSync('/tmp/left')).toBe(false)",
    ],
    [
      "a member of a built-in module",
      "(await import('node:path')).default.join = () => 'left';",
      "expect((await import('node:path')).default.join('a', 'b')).toBe('a/b')",
    ],
    ["a member of vi", "vi.fn = () => 'left';", "expect(typeof vi.fn()).toBe('function')"],
    ["an environment variable", "process.env.LEFT = '1';", "expect(process.env.LEFT).toBe(undefined)"],
  ])("keeps %s from the file after it", async (_, leave, look) => {
    const { red } = await run({
      "a.test.ts": `${HEAD}it("leaves", async () => { ${leave} expect(1).toBe(1); });\n`,
      "b.test.ts": `${HEAD}it("looks", async () => { ${look}; });\n`,
    });
    expect(red).toEqual([]);
  });

  it.each(["jsdom", "happy-dom"])("gives each file a document of its own: %s", async (environment) => {
    const file = (look: string): string =>
      `// ${DOCBLOCK} ${environment}\n${HEAD}${ORIGIN}it("draws", async () => { ${look} document.body.innerHTML = "<p id=left>1</p>"; window.left = 1; customElements.define("x-left", class extends HTMLElement {}); localStorage.setItem("left", "1"); window.addEventListener("click", () => { throw new Error("left"); }); await new Promise((done) => setTimeout(done, 1)); expect(document.querySelector("#left").textContent).toBe("1"); });\n`;
    const look =
      'expect([document.body.innerHTML, typeof window.left, customElements.get("x-left"), localStorage.getItem("left")]).toEqual(["", "undefined", undefined, null]); document.body.click();';
    const { workers, red } = await run({ "a.test.ts": file(""), "b.test.ts": file(look), "c.test.ts": file(look) });
    expect(red).toEqual([]);
    expect(new Set(workers).size).toBe(1);
  });

  it("takes back what a test file put on console, among the matchers and the serializers, and goes on in the same worker", async () => {
    const { workers, red } = await run({
      "a.test.ts": `${HEAD}${ORIGIN}expect.extend({ toBeLeft: () => ({ pass: true, message: () => "" }) });\nexpect.addSnapshotSerializer({ test: () => true, serialize: () => "left" });\nconsole.error = () => { throw new Error("left"); };\nit("has them", () => { expect(1).toBeLeft(); expect({ a: 1 }).toEqual({ a: expect.toBeLeft() }); expect(1).toMatchInlineSnapshot("left"); expect(() => console.error("x")).toThrow("left"); });\n`,
      "b.test.ts": `${HEAD}${ORIGIN}it("sees nothing of it", () => { expect(() => expect(1).toBeLeft()).toThrow("toBeLeft"); expect([typeof expect.toBeLeft, typeof expect.not.toBeLeft]).toEqual(["undefined", "undefined"]); expect(1).toMatchInlineSnapshot("1"); console.error("x"); });\n`,
      "c.test.ts": `${HEAD}${ORIGIN}expect.extend({ toBeLeft: () => ({ pass: false, message: () => "another" }) });\nit("has its own", () => { expect(() => expect(1).toBeLeft()).toThrow("another"); });\n`,
    });
    expect(red).toEqual([]);
    expect(new Set(workers).size).toBe(1);
  });

  it.each(["jsdom", "happy-dom"])(
    "a worker that stood ready with a document runs its file as a new one does: %s",
    async (environment) => {
      const file = `// ${DOCBLOCK} ${environment}\n${HEAD}import { readFileSync } from "node:fs";\n${ORIGIN}it("reads and draws", () => { document.body.innerHTML = readFileSync("page.html", "utf8"); expect(document.querySelector("p").textContent).toBe("1"); expect(process.cwd()).toBe("/repo"); expect([document.title, location.href]).toEqual(["", "http://localhost:3000/"]); });\n`;
      const suite = { "page.html": "<p>1</p>", "a.test.ts": file };
      const first = await run(suite);
      await subject.warmed();
      const second = await run(suite);
      expect([first.red, second.red]).toEqual([[], []]);
      expect(second.workers).not.toEqual(first.workers);
    },
  );

  it("gives a file without a document none, after one that had it", async () => {
    const { red } = await run({
      "a.test.ts": `// ${DOCBLOCK} jsdom\n${HEAD}it("draws", () => { expect(document.title).toBe(""); });\n`,
      "b.test.ts": `${HEAD}it("looks", () => { expect([typeof document, typeof window, typeof Node]).toEqual(["undefined", "undefined", "undefined"]); });\n`,
    });
    expect(red).toEqual([]);
  });

  it("gives each file the matchers of its own setup modules, and none may be replaced", async () => {
    const file = `${HEAD}${ORIGIN}import { seen } from "./state";\nit("counts its own", () => { expect(1).toBeCounted(); expect(1).toBeCounted(); expect(seen()).toBe(2); });\nit("is locked", () => { expect(() => expect.extend({ toBeCounted: () => ({ pass: true, message: () => "" }) })).toThrow(); });\n`;
    const { workers, red } = await run({
      "vitest.config.ts":
        'import { defineConfig } from "vitest/config";\nexport default defineConfig({ test: { setupFiles: ["./setup.ts"] } });\n',
      "state.ts": "let count = 0;\nexport const count1 = (): number => ++count;\nexport const seen = (): number => count;\n",
      "setup.ts":
        'import { expect } from "vitest";\nimport { count1 } from "./state";\nexpect.extend({ toBeCounted() { count1(); return { pass: true, message: () => "" }; } });\n',
      "a.test.ts": file,
      "b.test.ts": file,
    });
    expect(red).toEqual([]);
    expect(new Set(workers).size).toBe(1);
  });

  it("gives every file of a shuffled run a worker of its own", async () => {
    const { workers, red } = await run({ "a.test.ts": HEAD + ORIGIN, "b.test.ts": HEAD + ORIGIN }, { shuffleSeed: 7 });
    expect(red).toEqual([]);
    expect(new Set(workers).size).toBe(2);
  });

  it("reports a red file beside green ones once, from a worker of its own", async () => {
    const { workers, red } = await run({
      "a.test.ts": HEAD + ORIGIN,
      "b.test.ts": `${HEAD}${ORIGIN}it("is red", () => { expect(1).toBe(2); });\n`,
      "c.test.ts": HEAD + ORIGIN,
    });
    expect(red).toEqual(["b.test.ts > is red: expected 1 to be 2 // Object.is equality", "b.test.ts: completed"]);
    expect(workers).toHaveLength(3);
    expect(workers[0]).not.toBe(workers[1]);
  });
});
