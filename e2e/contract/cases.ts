/**
 * What every sandbox must do, as data: the cases cross into a browser as they are. Files, how the suite is asked, and
 * what must be in the report.
 */
import type { FileEnd, TestReport } from "../../src/core/evidence/index.ts";
import { BUILT_IN_CASES } from "./built-ins.ts";
import type { SandboxError } from "../../src/app/ports/index.ts";

export interface SuiteCase {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** What configures the run comes from here; without it, from the files themselves. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly ask?: {
    readonly only?: readonly string[];
    readonly shuffleSeed?: number;
    readonly clockAheadMs?: number;
    readonly fileDeadlineMs?: number;
    readonly bail?: boolean;
    /** Cancel as soon as a file runs. */
    readonly cancel?: boolean;
  };
  readonly expected:
    | { readonly error: SandboxError["kind"] }
    | {
        /** Id to state, and the mode where it is not "run". */
        readonly tests: Readonly<Record<string, TestReport["state"] | `${TestReport["state"]} ${TestReport["mode"]}`>>;
        /** Other ends than "completed". More than one: engines may tell it apart or not. */
        readonly ends?: Readonly<Record<string, readonly FileEnd["kind"][]>>;
        /** Parts of the messages of a file's own errors. */
        readonly fileErrors?: Readonly<Record<string, readonly string[]>>;
        readonly unhandled?: Readonly<Record<string, readonly string[]>>;
        readonly failure?: {
          readonly id: string;
          readonly message: string;
          readonly expected?: string;
          readonly actual?: string;
          readonly line: number;
        };
        readonly assertions?: Readonly<Record<string, number>>;
        readonly unmatched?: Readonly<Record<string, number>>;
        readonly environment?: Readonly<Record<string, string>>;
      };
}

const HEAD = 'import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";\n';
const PACKAGE = JSON.stringify({ name: "contract", type: "module", private: true });
const repo = (files: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({ "package.json": PACKAGE, ...files });

export const SUITE_CASES: readonly SuiteCase[] = [
  {
    name: "a passing suite over several files",
    files: repo({
      "src/sum.ts": "export const sum = (a: number, b: number): number => a + b;\n",
      "src/sum.test.ts": `${HEAD}import { sum } from "./sum";\ndescribe("sum", () => {\n  it("adds", () => { expect(sum(1, 2)).toBe(3); expect(sum(0, 0)).toBe(0); });\n  it.each([[1, 2], [2, 4]])("doubles %i", (n, twice) => { expect(sum(n, n)).toBe(twice); });\n});\n`,
      "test/more.spec.ts": `${HEAD}import { sum } from "../src/sum";\nit("is typed", async () => { await Promise.resolve(); expect(sum(2, 2)).toBe(4); });\n`,
    }),
    expected: {
      tests: {
        "src/sum.test.ts > sum > adds": "pass",
        "src/sum.test.ts > sum > doubles 1": "pass",
        "src/sum.test.ts > sum > doubles 2": "pass",
        "test/more.spec.ts > is typed": "pass",
      },
      assertions: { "src/sum.test.ts > sum > adds": 2, "test/more.spec.ts > is typed": 1 },
    },
  },
  {
    name: "runner configuration, setup file and snapshots are those of the inputs, whatever the tree says",
    files: repo({
      "vitest.config.ts":
        'import { defineConfig } from "vitest/config";\nexport default defineConfig({ test: { include: ["tests/easy.test.ts"], setupFiles: [], retry: 5, passWithNoTests: true } });\n',
      "tests/start.ts": "(globalThis as { unit?: string }).unit = 'changed';\n",
      "tests/easy.test.ts": `${HEAD}it("is easy", () => { expect(1).toBe(1); });\n`,
      "tests/unit.test.ts": `${HEAD}it("is set up", () => { expect((globalThis as { unit?: string }).unit).toBe("base"); });\nlet runs = 0;\nit("is not tried again", () => { expect(++runs).toBe(2); });\nit("matches", () => { expect("now").toMatchSnapshot(); });\n`,
      "tests/__snapshots__/unit.test.ts.snap":
        '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`matches 1`] = `"now"`;\n',
    }),
    inputs: repo({
      "vitest.config.ts":
        'import { defineConfig } from "vitest/config";\nexport default defineConfig({ test: { include: ["tests/*.test.ts"], setupFiles: ["./tests/start.ts"] } });\n',
      "tests/start.ts": "(globalThis as { unit?: string }).unit = 'base';\n",
      "tests/__snapshots__/unit.test.ts.snap":
        '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`matches 1`] = `"before"`;\n',
    }),
    expected: {
      tests: {
        "tests/easy.test.ts > is easy": "pass",
        "tests/unit.test.ts > is set up": "pass",
        "tests/unit.test.ts > is not tried again": "fail",
        "tests/unit.test.ts > matches": "fail",
      },
    },
  },
  {
    name: "a failing test carries its message, expected, received and place",
    files: repo({
      "a.test.ts": `${HEAD}\nit("equals", () => {\n  expect({ a: 1 }).toEqual({ a: 2 });\n});\nit("passes", () => { expect(1).toBe(1); });\n`,
    }),
    expected: {
      tests: { "a.test.ts > equals": "fail", "a.test.ts > passes": "pass" },
      failure: {
        id: "a.test.ts > equals",
        message: "expected { a: 1 } to deeply equal { a: 2 }",
        expected: '{\n  "a": 2,\n}',
        actual: '{\n  "a": 1,\n}',
        line: 4,
      },
    },
  },
  {
    name: "the same title twice has two ids",
    files: repo({ "a.test.ts": `${HEAD}it("x", () => {});\nit("x", () => { throw new Error("second"); });\n` }),
    expected: { tests: { "a.test.ts > x": "pass", "a.test.ts > x #2": "fail" } },
  },
  {
    name: "skip and todo are named",
    files: repo({
      "a.test.ts": `${HEAD}it("runs", () => {});\nit.skip("left out", () => { throw new Error("must not run"); });\nit.todo("later");\n`,
    }),
    expected: { tests: { "a.test.ts > runs": "pass", "a.test.ts > left out": "skip skip", "a.test.ts > later": "todo todo" } },
  },
  {
    name: "only is named, and the others did not run",
    files: repo({
      "a.test.ts": `${HEAD}it.only("focused", () => {});\nit("beside it", () => { throw new Error("must not run"); });\n`,
      "b.test.ts": `${HEAD}it("elsewhere", () => {});\n`,
    }),
    expected: { tests: { "a.test.ts > focused": "pass only", "a.test.ts > beside it": "skip", "b.test.ts > elsewhere": "pass" } },
  },
  {
    name: "test.fails passes by failing",
    files: repo({
      "a.test.ts": `${HEAD}it.fails("is known", () => { expect(1).toBe(2); });\nit.fails("is cured", () => { expect(1).toBe(1); });\n`,
    }),
    expected: { tests: { "a.test.ts > is known": "pass", "a.test.ts > is cured": "fail" } },
  },
  {
    name: "a hang is ended at the deadline, and the other file has its results",
    files: repo({
      "a.test.ts": `${HEAD}it("before", () => {});\nit("hangs", () => { for (;;); });\nit("after", () => {});\n`,
      "b.test.ts": `${HEAD}it("elsewhere", () => { expect(1).toBe(1); });\n`,
    }),
    ask: { fileDeadlineMs: 8000 },
    expected: { tests: { "b.test.ts > elsewhere": "pass" }, ends: { "a.test.ts": ["timeout"] } },
  },
  {
    name: "a file that throws at import has no test and an error of its own",
    files: repo({
      "a.test.ts": `${HEAD}throw new Error("at import");\n`,
      "b.test.ts": `${HEAD}import { gone } from "./gone";\nit("never", () => { gone(); });\n`,
      "c.test.ts": `${HEAD}it("goes on", () => {});\n`,
    }),
    expected: { tests: { "c.test.ts > goes on": "pass" }, fileErrors: { "a.test.ts": ["at import"], "b.test.ts": ["./gone"] } },
  },
  {
    name: "a syntax error is the file's own",
    files: repo({ "a.test.ts": `${HEAD}it("never", () => { const = 1; });\n`, "b.test.ts": `${HEAD}it("goes on", () => {});\n` }),
    expected: { tests: { "b.test.ts > goes on": "pass" }, fileErrors: { "a.test.ts": [""] } },
  },
  {
    name: "a tsconfig that extends what is not there fails the files that it stands for",
    files: repo({
      "lib/tsconfig.json": '{ "extends": "./generated/tsconfig.json" }\n',
      "lib/a.test.ts": `${HEAD}it("never", () => {});\n`,
      "b.test.ts": `${HEAD}it("goes on", () => {});\n`,
    }),
    expected: { tests: { "b.test.ts > goes on": "pass" }, fileErrors: { "lib/a.test.ts": ["generated/tsconfig.json"] } },
  },
  {
    name: "a failing beforeAll and a failing afterAll are hook errors",
    files: repo({ "a.test.ts": `${HEAD}afterAll(() => { throw new Error("torn down badly"); });\nit("passes", () => {});\n` }),
    expected: { tests: { "a.test.ts > passes": "pass" }, fileErrors: { "a.test.ts": ["torn down badly"] } },
  },
  {
    name: "no test file is an error, not an empty success",
    files: repo({ "src/a.ts": "export const a = 1;\n" }),
    expected: { error: "no-tests" },
  },
  {
    name: "a rejection that nobody owns is reported beside the passing test",
    files: repo({
      "a.test.ts": `${HEAD}it("looks well", async () => { void Promise.reject(new Error("lost promise")); await new Promise((done) => setTimeout(done, 50)); });\n`,
      "b.test.ts": `${HEAD}it("clean", () => {});\n`,
    }),
    expected: {
      tests: { "a.test.ts > looks well": "pass", "b.test.ts > clean": "pass" },
      unhandled: { "a.test.ts": ["lost promise"] },
    },
  },
  {
    name: "a snapshot that does not match fails, and none is written",
    files: repo({
      "a.test.ts": `${HEAD}it("kept", () => { expect("new").toMatchSnapshot(); });\nit("first", () => { expect("x").toMatchSnapshot(); });\nit("same", () => { expect(3).toMatchSnapshot(); });\n`,
      "__snapshots__/a.test.ts.snap":
        '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`kept 1`] = `"old"`;\n\nexports[`same 1`] = `3`;\n',
    }),
    expected: {
      tests: { "a.test.ts > kept": "fail", "a.test.ts > first": "fail", "a.test.ts > same": "pass" },
      unmatched: { "a.test.ts": 2 },
    },
  },
  {
    name: "setup files and globals of the configuration are honoured",
    files: repo({
      "vitest.config.ts":
        'import { defineConfig } from "vitest/config";\nexport default defineConfig({ test: { globals: true, setupFiles: ["./setup.ts"], include: ["checks/**/*.ts"] } });\n',
      "setup.ts": "(globalThis as { prepared?: number }).prepared = 42;\n",
      "checks/a.ts":
        'declare const it: (title: string, run: () => void) => void; declare const expect: (value: unknown) => { toBe(other: unknown): void };\nit("is prepared", () => { expect((globalThis as { prepared?: number }).prepared).toBe(42); });\n',
      "ignored.test.ts": `${HEAD}it("is not included", () => {});\n`,
    }),
    expected: { tests: { "checks/a.ts > is prepared": "pass" } },
  },
  {
    name: "only the files that were asked for run",
    files: repo({
      "a.test.ts": `${HEAD}it("a", () => {});\n`,
      "aa.test.ts": `${HEAD}it("aa", () => {});\n`,
      "a.test.tsx": `${HEAD}it("tsx", () => {});\n`,
    }),
    ask: { only: ["a.test.ts"] },
    expected: { tests: { "a.test.ts > a": "pass" } },
  },
  {
    name: "shuffled: the same tests, and an order that one of them needs is gone",
    files: repo({
      "a.test.ts": `${HEAD}const order: number[] = [];\n${Array.from({ length: 8 }, (_, n) => `it("t${String(n)}", () => { order.push(${String(n)}); });\n`).join("")}afterAll(() => { if (order.join() === "0,1,2,3,4,5,6,7") throw new Error("in file order"); });\n`,
    }),
    ask: { shuffleSeed: 3 },
    expected: { tests: Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`a.test.ts > t${String(n)}`, "pass"])) },
  },
  {
    name: "retries are counted",
    files: repo({ "a.test.ts": `${HEAD}let n = 0;\nit("flips", { retry: 2 }, () => { expect(++n).toBe(2); });\n` }),
    expected: { tests: { "a.test.ts > flips": "pass" } },
  },
  {
    name: "fake timers and module mocks",
    files: repo({
      "src/clock.ts":
        'export const later = (run: () => void): void => { setTimeout(run, 60_000); };\nexport const name = (): string => "real";\n',
      "a.test.ts": `${HEAD}import { later } from "./src/clock";\nit("jumps", () => { vi.useFakeTimers(); const run = vi.fn(); later(run); vi.advanceTimersByTime(60_000); expect(run).toHaveBeenCalledOnce(); vi.useRealTimers(); });\n`,
      "b.test.ts": `${HEAD}import { name } from "./src/clock";\nvi.mock("./src/clock", () => ({ name: () => "mocked" }));\nit("is mocked", () => { expect(name()).toBe("mocked"); });\n`,
    }),
    expected: { tests: { "a.test.ts > jumps": "pass", "b.test.ts > is mocked": "pass" } },
  },
  {
    name: "process.exit in a test is no pass",
    files: repo({
      "a.test.ts": `${HEAD}it("leaves", () => { process.exit(0); });\n`,
      "b.test.ts": `${HEAD}it("goes on", () => {});\n`,
    }),
    expected: { tests: { "b.test.ts > goes on": "pass" } },
  },
  {
    name: "cancelled in the middle",
    files: repo({ "a.test.ts": `${HEAD}it("hangs", () => { for (;;); });\n` }),
    ask: { cancel: true },
    expected: { error: "cancelled" },
  },
  ...BUILT_IN_CASES,
];

export interface TypecheckCase {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly expected: { readonly applicable: boolean; readonly diagnostics: readonly string[] };
}

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: "es2022",
    lib: ["es2022"],
    skipLibCheck: true,
    module: "esnext",
    moduleResolution: "bundler",
    types: [],
  },
  include: ["src"],
});

export const TYPECHECK_CASES: readonly TypecheckCase[] = [
  {
    name: "sound",
    files: repo({ "tsconfig.json": TSCONFIG, "src/a.ts": "export const a: number = 1;\n" }),
    expected: { applicable: true, diagnostics: [] },
  },
  {
    name: "diagnostics have path, place and code",
    files: repo({
      "tsconfig.json": TSCONFIG,
      "src/a.ts": "export const a: number = 1;\n\nexport const b: string = a;\n",
      "src/b.ts": 'import { c } from "./c";\nexport const d = (x) => c(x);\n',
    }),
    expected: { applicable: true, diagnostics: ["src/a.ts:3:14 TS2322", "src/b.ts:1:19 TS2307", "src/b.ts:2:19 TS7006"] },
  },
  {
    name: "without a tsconfig it does not apply",
    files: repo({ "src/a.ts": "export const a: number = 'x';\n" }),
    expected: { applicable: false, diagnostics: [] },
  },
];
