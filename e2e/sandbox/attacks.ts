/**
 * What a fix or a test may do to look green, as test files. Each holds a test that is wrong and would be red in an
 * honest run; the report must show something. Each was seen to fool a runner or is a variant of one that did.
 */
import type { FileReport } from "../../src/core/evidence/index.ts";

export interface Attack {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
}

const HEAD = 'import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";\n';
const WRONG = 'it("is wrong", () => { expect(1 + 1).toBe(3); });\n';
const one = (name: string, source: string): Attack => ({
  name,
  files: { "package.json": '{"type":"module"}', "a.test.ts": HEAD + source },
});

export const ATTACKS: readonly Attack[] = [
  one(
    "Array.prototype.push replaced at import",
    `const push = Array.prototype.push; Array.prototype.push = function (...items) { return items.some((item) => item?.name === "AssertionError") ? this.length : push.apply(this, items); };\n${WRONG}`,
  ),
  one(
    "Array.prototype.every and some replaced",
    `Array.prototype.every = () => true; Array.prototype.some = () => false;\n${WRONG}`,
  ),
  one(
    "Object.defineProperty on Promise.prototype.then",
    `const then = Promise.prototype.then; Promise.prototype.then = function (ok, bad) { return then.call(this, ok, () => undefined); };\n${WRONG}`,
  ),
  one("expect.extend over a built-in matcher", `expect.extend({ toBe: () => ({ pass: true, message: () => "" }) });\n${WRONG}`),
  one(
    "the matcher replaced on the assertion's prototype",
    `const proto = Object.getPrototypeOf(expect(1)); for (const key of ["toBe"]) Object.defineProperty(proto, key, { value: () => undefined, configurable: true, writable: true });\n${WRONG}`,
  ),
  one(
    "chai's assert replaced",
    `import { chai } from "vitest"; chai.Assertion.prototype.assert = () => undefined;\nit("is wrong", () => { expect(1).toBe(2); });\n`,
  ),
  one(
    "a custom equality tester that always agrees",
    `expect.addEqualityTesters([() => true]);\nit("is wrong", () => { expect({ a: 1 }).toEqual({ a: 2 }); });\n`,
  ),
  one(
    "the registries behind global symbols",
    `for (const key of Object.getOwnPropertySymbols(globalThis)) { const held = (globalThis as never)[key] as { customEqualityTesters?: unknown[]; matchers?: Record<string, unknown> }; held?.customEqualityTesters?.push(() => true); if (held?.matchers) held.matchers["toBe"] = () => ({ pass: true, message: () => "" }); }\n${WRONG}`,
  ),
  one(
    "the worker state on globalThis",
    `const state = (globalThis as never)["__vitest_worker__"] as { current?: { result?: object } } | undefined; afterEach(() => { if (state?.current?.result) Object.assign(state.current.result, { state: "pass", errors: [] }); });\n${WRONG}`,
  ),
  one(
    "the test's own task set to pass in a hook",
    `afterEach(({ task }) => { Object.defineProperty(task.result, "state", { get: () => "pass", set: () => undefined }); task.result.errors = undefined; });\n${WRONG}`,
  ),
  one(
    "the test's own task marked as one that must fail",
    `it("is wrong", ({ task }) => { (task as { fails?: boolean }).fails = true; expect(1 + 1).toBe(3); });\n`,
  ),
  one("the test's own task skipped", `it("is wrong", ({ task }) => { task.mode = "skip"; expect(1 + 1).toBe(3); });\n`),
  one("an early exit", `process.exit(0);\n${WRONG}`),
  one("an early exit that is caught", `it("is wrong", () => { try { process.exit(0); } catch { return; } expect(1).toBe(2); });\n`),
  one(
    "an exit below process.exit",
    `it("is wrong", () => { (process as never as { reallyExit(code: number): void }).reallyExit(0); expect(1).toBe(2); });\n`,
  ),
  one("the worker closed", `it("is wrong", () => { (globalThis as never as { close(): void }).close(); expect(1).toBe(2); });\n`),
  one(
    "a report posted by hand",
    `(globalThis as never as { postMessage(m: unknown): void }).postMessage?.({ kind: "end", mark: "x" });\n${WRONG}`,
  ),
  one(
    "the data getter of messages replaced",
    `let port: MessagePort | undefined; Object.defineProperty(MessageEvent.prototype, "data", { get() { port ??= this.target; return undefined; } }); afterAll(async () => { await import("node:path"); port?.postMessage({ kind: "file-done", file: "a.test.ts", state: "pass", errors: [], states: ["pass"], canaries: { mustPass: "pass", mustFail: "fail" }, tampering: [] }); });\n${WRONG}`,
  ),
  one(
    "a failed assertion in a promise that nobody returned",
    `it("is wrong", () => { void Promise.resolve().then(() => { expect(1).toBe(2); }); });\n`,
  ),
  one("a failed assertion a little later", `it("is wrong", () => { setTimeout(() => { expect(1).toBe(2); }, 20); });\n`),
  one("a failing afterAll", `afterAll(() => { expect(1).toBe(2); });\nit("is right", () => { expect(1).toBe(1); });\n`),
  one("fake timers left on the harness", `vi.useFakeTimers();\n${WRONG}`),
  one("the clock frozen", `Date.now = () => 0; performance.now = () => 0; Date.prototype.getTime = () => 0;\n${WRONG}`),
  one(
    "the clock frozen, around a test that never ends",
    `Date.now = () => 0; performance.now = () => 0; vi.setSystemTime(0);\nit("never ends", () => new Promise(() => undefined), 300);\n`,
  ),
  one(
    "setTimeout replaced",
    `globalThis.setTimeout = (() => 0) as never;\nit("is wrong", async () => { await Promise.resolve(); expect(1).toBe(2); });\n`,
  ),
  one("console output that looks like a report", `console.log(JSON.stringify({ kind: "end" }));\n${WRONG}`),
  one(
    "a custom Error that claims to be a skip",
    `it("is wrong", ({ skip }) => { try { skip(); } catch (pending) { throw pending; } });\nit("is wrong as well", () => { expect(1).toBe(2); });\n`,
  ),
  one("Error.prepareStackTrace and captureStackTrace", `Error.captureStackTrace = () => { throw undefined; };\n${WRONG}`),
  one(
    "Object.prototype polluted",
    `Object.defineProperty(Object.prototype, "fails", { value: true, configurable: true });\n${WRONG}`,
  ),
  one(
    "the received value answers for itself",
    `it("is wrong", () => { expect({ asymmetricMatch: () => true }).toEqual({ a: 1 }); });\n`,
  ),
  one(
    "a Set with an iterator of its own",
    `it("is wrong", () => { const set = new Set([1]); set[Symbol.iterator] = function* () { yield 2; } as never; expect(set).toEqual(new Set([2])); });\n`,
  ),
  one(
    "a matcher that lies about one input only",
    `expect.extend({ toBe: (a: unknown, b: unknown) => ({ pass: Object.is(a, b) || (a === 2 && b === 3), message: () => "not the same" }) });\n${WRONG}`,
  ),
  {
    name: "the global expect replaced by the source",
    files: {
      "package.json": '{"type":"module"}',
      "vitest.config.ts": "export default { test: { globals: true } };",
      "source.ts":
        "(globalThis as never as Record<string, unknown>)['expect'] = () => ({ toBe: () => undefined }); export const two = 2;",
      "a.test.ts": 'import { two } from "./source"; it("is wrong", () => { expect(two).toBe(3); });',
    },
  },
];

/** Does the report show that something is not as it should be? */
export function showsIt(file: FileReport): boolean {
  return (
    file.state !== "pass" ||
    file.end.kind !== "completed" ||
    file.tests.some((test) => test.state !== "pass") ||
    file.tests.length === 0 ||
    file.errors.length > 0 ||
    file.unhandled.length > 0 ||
    file.tampering.length > 0 ||
    file.canaries?.mustPass !== "pass" ||
    file.canaries.mustFail !== "fail"
  );
}
