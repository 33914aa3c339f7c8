/** What the contract doesn't ask of every sandbox and the embedded one does: executed lines, workspaces, node:test, configuration by name. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embeddedSubject, type EmbeddedSubject } from "./embedded-subject.ts";

const HEAD = 'import { describe, expect, it, vi } from "vitest";\n';
let subject: EmbeddedSubject;
beforeAll(async () => {
  subject = await embeddedSubject();
}, 120_000);
afterAll(() => subject.close());

const states = async (files: Readonly<Record<string, string>>): Promise<unknown> => {
  const outcome = await subject.run({ "package.json": '{"type":"module"}', ...files });
  if (!outcome.ok) return outcome.error;
  const { files: reports, unsupported } = outcome.value;
  return {
    tests: Object.fromEntries(
      reports.flatMap((file) => file.tests.map((test) => [test.id, test.errors[0]?.message ?? test.state])),
    ),
    errors: reports.flatMap((file) => file.errors.map((error) => error.message)),
    unsupported: unsupported.map((entry) => `${entry.what}${entry.affects ? "" : " (without effect)"}`),
  };
};
const passes = (...ids: string[]): unknown => ({
  tests: Object.fromEntries(ids.map((id) => [id, "pass"])),
  errors: [],
  unsupported: [],
});

describe("[SB-EMB] the embedded sandbox", { timeout: 180_000 }, () => {
  it("counts executed lines of the files that were asked for, as they are written", async () => {
    const source =
      "interface Shape {\n  a: number;\n}\nexport function pick(shape: Shape): string {\n  if (shape.a > 1) {\n    return 'many';\n  }\n  return 'one';\n}\n";
    const outcome = await subject.run(
      {
        "package.json": '{"type":"module"}',
        "src/pick.ts": source,
        "a.test.ts": `${HEAD}import { pick } from "./src/pick";\nit("a", () => { expect(pick({ a: 1 })).toBe("one"); expect(pick({ a: 0 })).toBe("one"); });\n`,
      },
      { coverage: ["src/pick.ts"] },
    );
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
    expect(outcome.value.coverage).toEqual([
      {
        path: "src/pick.ts",
        lines: [
          [5, 2],
          [6, 0],
          [8, 2],
        ],
      },
    ]);
  });

  it("runs at another date where that is asked for: what passes today only fails, and what keeps its own time does not", async () => {
    const source = `${HEAD}const written = new Date("${new Date(Date.now() + 86_400_000).toISOString()}");
describe("a clock", () => {
  it("passes today", () => { expect(new Date() < written && Date.now() < written.getTime()).toBe(true); });
  it("passes while the process is young", () => { expect(Date.now() - performance.timeOrigin < 3_600_000).toBe(true); });
  it("passes in its first minutes", () => { expect(performance.now() < 3_600_000 && process.uptime() < 3_600).toBe(true); });
  it("takes time", async () => { const at = [Date.now(), performance.now()]; await new Promise((done) => setTimeout(done, 30)); expect(Date.now() - at[0]).toBeLessThan(20_000); expect(performance.now() - at[1]).toBeGreaterThan(20); });
  it("fakes it", () => { vi.useFakeTimers({ now: 5 }); expect(Date.now()).toBe(5); vi.advanceTimersByTime(10); expect(new Date().getTime()).toBe(15); vi.useRealTimers(); expect(Date.now()).toBeGreaterThan(1_000); });
  it("is a date", () => { class Day extends Date { static of() { return new Day(0); } } const now = new Date(); expect(now).toBeInstanceOf(Date); expect(now.constructor).toBe(Date); expect(Date.name).toBe("Date"); expect(Date.length).toBe(7); expect(Day.of()).toBeInstanceOf(Day); expect(new Date(2020, 1, 29).getDate()).toBe(29); expect(typeof Date()).toBe("string"); expect(structuredClone(now)).toEqual(now); });
});
`;
    const files = { "package.json": '{"type":"module"}', "a.test.ts": source };
    const redIn = async (ask: { readonly clockAheadMs?: number }): Promise<unknown> => {
      const outcome = await subject.run(files, ask);
      if (!outcome.ok) return outcome.error;
      const { files: reports, clockAheadMs = 0 } = outcome.value;
      const [file] = reports;
      return {
        clockAheadMs,
        tampering: file?.tampering,
        frozen: file?.frozen,
        red: file?.tests.filter(({ state }) => state !== "pass").map(({ id }) => id.replace("a.test.ts > a clock > ", "")),
      };
    };
    const right = { tampering: [], frozen: true };
    expect(await redIn({})).toEqual({ ...right, clockAheadMs: 0, red: [] });
    const clockAheadMs = 400 * 86_400_000;
    const red = ["passes today", "passes while the process is young", "passes in its first minutes"];
    expect(await redIn({ clockAheadMs })).toEqual({ ...right, clockAheadMs, red });
  });

  it.each([
    [
      "projects, an alias by pattern, define and environment variables",
      {
        "vitest.config.ts": `import { defineConfig } from "vitest/config";\nexport default defineConfig(({ mode }) => ({ define: { __MODE__: JSON.stringify(mode) }, resolve: { alias: [{ find: /^@\\/(.*)$/, replacement: new URL("./src/$1", import.meta.url).pathname }] }, test: { projects: [{ extends: true, test: { name: "one", include: ["one/*.test.ts"], env: { WHICH: "1" } } }, { extends: true, test: { name: "two", include: ["two/*.test.ts"], globals: true } }] } }));\n`,
        "src/a.ts": "export const a = 1;\n",
        "one/a.test.ts": `${HEAD}import { a } from "@/a";\ndeclare const __MODE__: string;\nit("a", () => { expect([a, __MODE__, process.env["WHICH"], import.meta.env.MODE]).toEqual([1, "test", "1", "test"]); });\n`,
        "two/b.test.ts": 'it("b", () => { expect(1).toBe(1); });\n',
      },
      passes("one/a.test.ts > a", "two/b.test.ts > b"),
    ],
    [
      "tsconfig paths where the configuration asks for them, and JSON with comments",
      {
        "tsconfig.json": '{ /* base */ "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["src/*"] }, }, }',
        "vitest.config.ts": 'import paths from "vite-tsconfig-paths";\nexport default { plugins: [paths()] };\n',
        "src/a.ts": "export const a = 1;\n",
        "a.test.ts": `${HEAD}import { a } from "~/a";\nit("a", () => { expect(a).toBe(1); });\n`,
      },
      passes("a.test.ts > a"),
    ],
    [
      "import.meta.glob, raw and JSON imports, CSS modules",
      {
        "src/x.ts": "export const name = 'x';\n",
        "src/y.ts": "export const name = 'y';\n",
        "src/a.module.css": ".red { color: red }\n",
        "data.json": '{"n":1}',
        "a.test.ts": `${HEAD}import css from "./src/a.module.css";\nimport data, { n } from "./data.json";\nimport raw from "./data.json?raw";\nconst all = import.meta.glob("./src/*.ts", { eager: true });\nit("a", () => { expect([Object.keys(all), css.red, data.n, n, raw]).toEqual([["./src/x.ts", "./src/y.ts"], "red", 1, 1, '{"n":1}']); });\n`,
      },
      passes("a.test.ts > a"),
    ],
    [
      "in-source tests",
      {
        "vitest.config.ts": 'export default { test: { includeSource: ["src/**/*.ts"] } };\n',
        "src/sum.ts":
          'export const sum = (a: number, b: number): number => a + b;\nif (import.meta.vitest) { const { it, expect } = import.meta.vitest; it("adds", () => { expect(sum(1, 2)).toBe(3); }); }\n',
      },
      passes("src/sum.ts > adds"),
    ],
    [
      "packages of a workspace, with package imports",
      {
        "package.json": '{"type":"module","workspaces":["packages/*"]}',
        "packages/a/package.json": '{"name":"@w/a","type":"module","exports":{".":"./src/index.ts"}}',
        "packages/a/src/index.ts": "export const a = 1;\n",
        "packages/b/package.json": '{"name":"@w/b","type":"module","imports":{"#own":"./src/own.ts"}}',
        "packages/b/src/own.ts": "export const own = 2;\n",
        "packages/b/b.test.ts": `${HEAD}import { a } from "@w/a";\nimport { own } from "#own";\nit("b", () => { expect(a + own).toBe(3); });\n`,
      },
      passes("packages/b/b.test.ts > b"),
    ],
    [
      "node:test and node:assert",
      {
        "a.test.ts":
          'import { describe, it, test } from "node:test";\nimport assert from "node:assert/strict";\ndescribe("s", () => { it("a", () => { assert.equal(1, 1); }); });\ntest("b", async (t) => { await t.test("inner", () => { assert.deepEqual({ a: 1 }, { a: 1 }); }); });\ntest("c", () => { assert.equal(1, 2); });\n',
      },
      {
        tests: {
          "a.test.ts > s > a": "pass",
          "a.test.ts > b": "pass",
          "a.test.ts > c": "Expected values to be strictly equal:\n\n1 !== 2\n",
        },
        errors: [],
        unsupported: [],
      },
    ],
    [
      "built-ins: crypto, zlib, streams, events, util, path, url",
      {
        "a.test.ts": `${HEAD}import { createHash, randomUUID } from "node:crypto";\nimport { gzipSync, gunzipSync } from "node:zlib";\nimport { Readable } from "node:stream";\nimport { EventEmitter, once } from "node:events";\nimport { promisify, isDeepStrictEqual, format } from "node:util";\nimport path from "node:path";\nimport { fileURLToPath } from "node:url";\nit("a", async () => {\n  expect(createHash("sha256").update("a").digest("hex").slice(0, 8)).toBe("ca978112");\n  expect(randomUUID()).toHaveLength(36);\n  expect(gunzipSync(gzipSync(Buffer.from("hello"))).toString()).toBe("hello");\n  const parts: unknown[] = []; for await (const part of Readable.from([1, 2])) parts.push(part);\n  expect(parts).toEqual([1, 2]);\n  const emitter = new EventEmitter(); setTimeout(() => emitter.emit("x", 7), 1); expect(await once(emitter, "x")).toEqual([7]);\n  expect(await promisify((n: number, done: (e: null, v: number) => void) => { done(null, n + 1); })(1)).toBe(2);\n  expect([isDeepStrictEqual({ a: 1 }, { a: 1 }), format("%s-%d", "a", 1), path.join("/a", "../b"), fileURLToPath("file:///x")]).toEqual([true, "a-1", "/b", "/x"]);\n});\n`,
      },
      passes("a.test.ts > a"),
    ],
    [
      "what can't be had is named, when it is used",
      {
        "a.test.ts": `${HEAD}import { execSync } from "node:child_process";\nimport http from "node:http";\nvoid http;\nit("a", () => { expect(() => execSync("true")).toThrow(); });\n`,
      },
      { tests: { "a.test.ts > a": "pass" }, errors: [], unsupported: ["child processes"] },
    ],
    [
      "a configuration knows its file and folder, and may name them itself",
      {
        "vitest.config.ts":
          'import { where } from "./where";\nexport default { test: { env: { FILE: __filename, FOLDER: `${__dirname} ${where}` } } };\n',
        "where.ts":
          'import { dirname } from "node:path";\nimport { fileURLToPath } from "node:url";\nconst __dirname = dirname(fileURLToPath(import.meta.url));\nexport const where = __dirname;\n',
        "a.test.ts": `${HEAD}it("a", () => { expect([process.env.FILE, process.env.FOLDER]).toEqual(["/repo/vitest.config.ts", "/repo /repo"]); });\n`,
      },
      { tests: { "a.test.ts > a": "pass" }, errors: [], unsupported: [] },
    ],
    [
      "an SVG is a component by its plugin",
      {
        "vitest.config.ts":
          'import svgr from "vite-plugin-svgr";\nexport default { plugins: [svgr()], resolve: { alias: { react: "/repo/react.ts" } } };\n',
        "react.ts": "export const createElement = (type: string, props: object): object => ({ type, ...props });\n",
        "icon.svg": '<svg stroke-width="2"><path/></svg>\n',
        "a.test.ts": `${HEAD}import Icon from "./icon.svg?react";\nimport address from "./icon.svg";\nit("a", () => { expect([Icon({ id: "x" }), address]).toEqual([{ type: "svg", strokeWidth: "2", id: "x", dangerouslySetInnerHTML: { __html: "<path/>" } }, "/icon.svg"]); });\n`,
      },
      { tests: { "a.test.ts > a": "pass" }, errors: [], unsupported: [] },
    ],
    [
      "a plugin that transforms is named, and global setup",
      {
        "vitest.config.ts":
          'export default { plugins: [{ name: "magic", transform: (code: string) => code }], test: { globalSetup: ["./g.ts"] } };\n',
        "a.test.ts": `${HEAD}it("a", () => {});\n`,
      },
      { tests: { "a.test.ts > a": "pass" }, errors: [], unsupported: ["test.globalSetup", 'the Vite plugin "magic" (transform)'] },
    ],
    [
      "a configuration that throws is an error of its own",
      { "vitest.config.ts": 'throw new Error("no configuration today");\n', "a.test.ts": `${HEAD}it("a", () => {});\n` },
      expect.objectContaining({ kind: "config", message: expect.stringContaining("no configuration today") as unknown }) as unknown,
    ],
  ] as const)("%s", async (_name, files, expected) => {
    expect(await states(files)).toEqual(expected);
  });
});
