/** Jest suites in the embedded sandbox: recognised by their package.json, run by Jest's rules, and what can't be had is named. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embeddedSubject, type EmbeddedSubject } from "./embedded-subject.ts";

let subject: EmbeddedSubject;
beforeAll(async () => {
  subject = await embeddedSubject();
}, 120_000);
afterAll(() => subject.close());

const packageJson = (more: object = {}): string =>
  JSON.stringify({ scripts: { test: "jest" }, devDependencies: { jest: "^30" }, ...more });

const states = async (files: Readonly<Record<string, string>>): Promise<unknown> => {
  const outcome = await subject.run({ "package.json": packageJson(), ...files });
  if (!outcome.ok) return outcome.error;
  const { files: reports, unsupported, notes } = outcome.value;
  return {
    tests: Object.fromEntries(
      reports.flatMap((file) => file.tests.map((test) => [test.id, test.errors[0]?.message.split("\n")[0] ?? test.state])),
    ),
    errors: reports.flatMap((file) => file.errors.map((error) => error.message)),
    tampering: reports.flatMap((file) => file.tampering),
    unsupported: unsupported.map((entry) => `${entry.what}${entry.affects ? "" : " (without effect)"}`),
    jest: notes.some((note) => note.startsWith("a Jest suite")),
  };
};
const gives = (tests: Readonly<Record<string, unknown>>, more: object = {}): unknown => ({
  tests,
  errors: [],
  tampering: [],
  unsupported: [],
  jest: true,
  ...more,
});
const passes = (...ids: string[]): unknown => gives(Object.fromEntries(ids.map((id) => [id, "pass"])));

describe("[SB-JEST] a Jest suite in the embedded sandbox", { timeout: 180_000 }, () => {
  it.each([
    [
      "names on the global scope, and jest for each file",
      {
        "a.test.js":
          'describe("s", () => { fit("a", () => { expect([typeof jest.fn, "jest" in globalThis, "vi" in globalThis, process.env.VITEST]).toEqual(["function", false, false, undefined]); }); xit("b", () => {}); test("c", () => {}); });\n',
        "b.test.js":
          'import { jest as j, it, expect } from "@jest/globals";\nxdescribe("s", () => { it("a", () => { throw new Error("no"); }); });\nit.todo("later");\nit.failing("f", () => { expect(1).toBe(2); });\nit("b", () => { expect(j.isMockFunction(j.fn())).toBe(true); });\n',
      },
      gives({
        "a.test.js > s > a": "pass",
        "a.test.js > s > b": "skip",
        "a.test.js > s > c": "skip",
        "b.test.js > s > a": "skip",
        "b.test.js > later": "todo",
        "b.test.js > f": "pass",
        "b.test.js > b": "pass",
      }),
    ],
    [
      "a callback for tests and hooks, and what a test may give back",
      {
        "a.test.js":
          'let ready = false;\nbeforeAll((done) => { setTimeout(() => { ready = true; done(); }, 5); });\nit("done", (done) => { expect(ready).toBe(true); setTimeout(done, 1); });\nit("late", (done) => { setTimeout(() => done(new Error("late")), 1); });\nit("never", (done) => { void done; }, 50);\nit("value", () => 5);\n',
      },
      gives({
        "a.test.js > done": "pass",
        "a.test.js > late": "late",
        "a.test.js > never": "Test timed out in 50ms.",
        "a.test.js > value": "test functions can only return Promise or undefined.",
      }),
    ],
    [
      "hooks in the order of their definition, and beforeAll that fails",
      {
        "a.test.js":
          'const order = [];\nafterEach(() => { order.push("x"); });\nafterEach(() => { order.push("y"); });\nit("a", () => {});\nit("b", () => { expect(order).toEqual(["x", "y"]); });\ndescribe("s", () => { beforeAll(() => { throw new Error("not ready"); }); it("c", () => {}); });\n',
      },
      gives({ "a.test.js > a": "pass", "a.test.js > b": "pass", "a.test.js > s > c": "not ready" }),
    ],
    [
      "titles from tables",
      {
        "a.test.js":
          'it.each([[1, 2, 3]])("%i + %i = %p", (a, b, c) => { expect(a + b).toBe(c); });\nit.each([{ a: { b: "x" } }])("at $a.b of $a", () => {});\nit.each`\n  n | m\n  ${1} | ${"q"}\n`("tag $n $m $#", ({ n }, done) => { expect(n).toBe(1); done(); });\nit.each(["50%"])("%s # %# %%", () => {});\n',
      },
      passes("a.test.js > 1 + 2 = 3", 'a.test.js > at x of {"b": "x"}', "a.test.js > tag 1 q 0", "a.test.js > 50% # 0 %"),
    ],
    [
      "mock functions as Jest has them",
      {
        "a.test.js":
          'it("reset", () => { const f = jest.fn(() => 1); expect(f()).toBe(1); f.mockReset(); expect(f()).toBeUndefined(); const o = { a: () => 1 }; const s = jest.spyOn(o, "a"); s.mockReset(); expect(o.a()).toBeUndefined(); jest.restoreAllMocks(); expect(o.a()).toBe(1); });\nit("new", () => { const F = jest.fn(() => ({ a: 1 })); expect(new F()).toEqual({ a: 1 }); expect(new (jest.fn().mockReturnValue({ b: 2 }))()).toEqual({ b: 2 }); });\nit("property", () => { const o = { a: 1 }; jest.replaceProperty(o, "a", 2); expect(o.a).toBe(2); jest.restoreAllMocks(); expect(o.a).toBe(1); });\nit("called", () => { const f = jest.fn(); f(1); expect(f).toHaveBeenCalledWith(2); });\n',
      },
      gives({
        "a.test.js > reset": "pass",
        "a.test.js > new": "pass",
        "a.test.js > property": "pass",
        "a.test.js > called": expect.stringContaining("to be called with arguments") as unknown,
      }),
    ],
    [
      "fake timers with Jest's options",
      {
        "a.test.js":
          'beforeEach(() => { jest.useFakeTimers({ now: 1000, doNotFake: ["queueMicrotask"] }); });\nit("a", async () => { const f = jest.fn(); setTimeout(f, 10); setInterval(f, 4); process.nextTick(f); queueMicrotask(() => f("real")); await Promise.resolve(); expect(f.mock.calls).toEqual([["real"]]); jest.runAllTicks(); jest.advanceTimersToNextTimer(2); expect([Date.now(), f.mock.calls.length, jest.getTimerCount()]).toEqual([1008, 4, 2]); jest.clearAllTimers(); jest.setSystemTime(5); expect(jest.now()).toBe(5); jest.useRealTimers(); expect(Date.now()).toBe(jest.getRealSystemTime()); jest.advanceTimersByTime(1); });\n',
      },
      passes("a.test.js > a"),
    ],
    [
      "jest.mock before the imports: factory, manual mock, automock, a package of its own, and the real one",
      {
        "src/api.js":
          'export const load = () => "real";\nexport class Client { get() { return "real"; } }\nexport const list = [1];\n',
        "src/manual.js": 'exports.which = () => "real";\n',
        "src/__mocks__/manual.js": 'exports.which = jest.fn(() => "manual");\n',
        "src/made.ts": 'export default (): string => "real";\n',
        "src/user.ts":
          'import { load } from "./api";\nimport made from "./made";\nexport const use = (): string => `${load()} ${made()}`;\n',
        "__mocks__/somewhere.js": 'module.exports = "a mock beside node_modules";\n',
        "a.test.js":
          'import { use } from "./src/user";\nimport { Client, list, load } from "./src/api";\nimport { which } from "./src/manual";\nimport somewhere from "somewhere";\nimport nowhere from "nowhere";\nconst mockMade = jest.fn(() => "factory");\njest.mock("./src/api").mock("./src/manual");\njest.mock("./src/made", () => ({ __esModule: true, default: () => mockMade() }));\njest.mock("nowhere", () => 7, { virtual: true });\nit("a", () => { load.mockReturnValue("auto"); expect([use(), which(), somewhere, nowhere, list]).toEqual(["auto factory", "manual", "a mock beside node_modules", 7, []]); });\nit("class", () => { expect(new Client().get()).toBeUndefined(); Client.mockImplementation(() => ({ get: () => "fake" })); expect(new Client().get()).toBe("fake"); });\nit("real", () => { expect(jest.requireActual("./src/api").load()).toBe("real"); expect(jest.requireMock("./src/api").load).toBe(load); });\nit("later", () => { jest.resetModules(); jest.doMock("./src/made", () => () => "late"); expect(require("./src/made")()).toBe("late"); jest.dontMock("./src/made"); jest.isolateModules(() => { expect(require("./src/made").default()).toBe("real"); }); });\n',
      },
      passes("a.test.js > a", "a.test.js > class", "a.test.js > real", "a.test.js > later"),
    ],
    [
      "CommonJS sources, and both kinds in one file",
      {
        "src/sum.js": "const sum = (a, b) => a + b;\nmodule.exports = sum;\nsum.twice = (n) => sum(n, n);\n",
        "src/es.ts":
          'import sum, { twice } from "./sum";\nimport type { Nothing } from "./nothing";\nexport const four: number = twice(2);\nexport default sum as unknown as Nothing;\n',
        "src/old.ts": 'import sum = require("./sum");\nexport = { five: sum(2, 3) };\n',
        "a.test.js":
          'const sum = require("./src/sum");\nconst path = require("node:path");\nit("a", () => { expect([sum(1, 2), sum.twice(2), path.basename(__filename), require("./package.json").scripts.test]).toEqual([3, 4, "a.test.js", "jest"]); });\nit("b", async () => { const es = require("./src/es"); expect([es.four, es.default, require("./src/old").five, (await import("./src/es")).four]).toEqual([4, sum, 5, 4]); });\nit("c", () => { expect(() => require("./src/" + "none")).toThrow("Cannot find module"); });\n',
      },
      passes("a.test.js > a", "a.test.js > b", "a.test.js > c"),
    ],
    [
      "a configuration that is code: names of files, aliases, setup, globals, timers",
      {
        "jest.config.js":
          'module.exports = async () => ({ rootDir: "lib", roots: ["<rootDir>/src", "<rootDir>/more"], testRegex: "\\\\.check\\\\.[jt]s$", testPathIgnorePatterns: ["/skip/"], moduleNameMapper: { "^~/(.*)$": "<rootDir>/src/$1", "\\\\.css$": "<rootDir>/src/css.js" }, setupFiles: ["<rootDir>/first.js"], setupFilesAfterEnv: ["<rootDir>/then.js"], globals: { __N__: { n: 1 } }, fakeTimers: { enableGlobally: true, now: 3 }, restoreMocks: true, collectCoverage: true });\n',
        "lib/first.js": "globalThis.order = [typeof globalThis.order];\n",
        "lib/then.js":
          'globalThis.order.push("then");\nexpect.extend({ toBeOdd: (n) => ({ pass: n % 2 === 1, message: () => `${n} is even` }) });\n',
        "lib/src/css.js": 'module.exports = "styles";\n',
        "lib/src/x.js": "export const x = 1;\n",
        "lib/src/a.check.js":
          'import { x } from "~/x";\nimport css from "./some.css";\nconst o = { a: () => 1 };\nit("a", () => { expect([x, css, __N__.n, order, Date.now()]).toEqual([1, "styles", 1, ["undefined", "then"], 3]); jest.spyOn(o, "a").mockReturnValue(2); });\nit("b", () => { expect(o.a()).toBeOdd(); expect(2).toBeOdd(); });\n',
        "lib/more/b.check.ts": 'it("c", () => {});\n',
        "lib/src/skip/d.check.js": 'it("d", () => {});\n',
        "lib/src/e.test.js": 'it("e", () => {});\n',
        "f.check.js": 'it("f", () => {});\n',
      },
      gives({ "lib/more/b.check.ts > c": "pass", "lib/src/a.check.js > a": "pass", "lib/src/a.check.js > b": "2 is even" }),
    ],
    [
      "decorators of TypeScript's, and what a matcher of the repository's own prints",
      {
        "tsconfig.json": '{ "compilerOptions": { "experimentalDecorators": true } }',
        "a.test.ts":
          'const seen: string[] = [];\nconst note = (_: object, name: string): void => { seen.push(name); };\nclass A { @note field = 1; @note method(): void {} }\nexpect.extend({ toBeNothing(received) { return { pass: false, message: () => this.utils.stringify(received) }; } });\nit("a", () => { expect([new A().field, seen]).toEqual([1, ["field", "method"]]); });\nit("b", () => { (expect({ a: [1] }) as any).toBeNothing(); });\n',
      },
      gives({ "a.test.ts > a": "pass", "a.test.ts > b": '{"a": [1]}' }),
    ],
    [
      "snapshots under Jest's keys",
      {
        "__snapshots__/a.test.js.snap":
          '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`s differs 1`] = `1`;\n\nexports[`s matches 1`] = `\n{\n  "a": 1,\n}\n`;\n\nexports[`s matches: with a hint 1`] = `"x"`;\n\nexports[`s nobody asks 1`] = `1`;\n\nexports[`s throws 1`] = `"boom"`;\n',
        "a.test.js":
          'describe("s", () => {\n  it("matches", () => { expect({ a: 1 }).toMatchSnapshot(); expect("x").toMatchSnapshot("with a hint"); expect(expect.getState().currentTestName).toBe("s matches"); });\n  it("differs", () => { expect(2).toMatchSnapshot(); });\n  it("throws", () => { expect(() => { throw new Error("boom"); }).toThrowErrorMatchingSnapshot(); });\n  it("is not there", () => { expect(1).toMatchSnapshot(); });\n});\n',
      },
      gives({
        "a.test.js > s > matches": "pass",
        "a.test.js > s > differs": "Snapshot `s differs 1` mismatched",
        "a.test.js > s > throws": "pass",
        "a.test.js > s > is not there": "Snapshot `s is not there 1` mismatched",
      }),
    ],
    [
      "a document, by the configuration and by a comment",
      {
        "package.json": packageJson({ jest: { testEnvironment: "jest-environment-jsdom" } }),
        "a.test.js":
          'it("a", () => { document.body.innerHTML = "<p>x</p>"; expect([document.querySelector("p").textContent, location.href]).toEqual(["x", "http://localhost/"]); });\n',
        "b.test.js": '/** @jest-environment node */\nit("b", () => { expect(typeof document).toBe("undefined"); });\n',
      },
      passes("a.test.js > a", "b.test.js > b"),
    ],
    [
      "transforms: known ones are replaced, others named, with whatever else can't be had",
      {
        "package.json": packageJson({
          jest: {
            transform: { "\\.tsx?$": ["ts-jest", {}], "\\.svg$": "<rootDir>/svg.js" },
            globalSetup: "./g.js",
            resolver: "./r.js",
            verbose: true,
          },
          babel: { presets: ["@babel/preset-env"], plugins: ["macros"] },
        }),
        "a.test.ts": 'it("a", (): void => { expect(1 as number).toBe(1); });\n',
      },
      gives(
        { "a.test.ts > a": "pass" },
        {
          unsupported: [
            "Jest's globalSetup",
            "Jest's resolver",
            'the transform "<rootDir>/svg.js"',
            "the transform ts-jest (without effect)",
          ],
        },
      ),
    ],
    [
      "what only Jest's automock could do is named when it is used, and a file without a test fails",
      { "a.test.js": 'jest.enableAutomock();\nit("a", () => {});\n', "b.test.js": "export {};\n" },
      gives(
        { "a.test.js > a": "pass" },
        { errors: ["Your test suite must contain at least one test."], unsupported: ["jest.enableAutomock"] },
      ),
    ],
    [
      "a global of Jest's can't be replaced",
      { "a.test.js": 'try { globalThis.it = () => {}; } catch { expect(1).toBe(1); }\nit("a", () => {});\n' },
      passes("a.test.js > a"),
    ],
    [
      "a suite of Vitest's has none of it",
      {
        "package.json": '{"type":"module"}',
        "a.test.js":
          'import { expect, it } from "vitest";\nit("a", () => { expect([typeof jest, "it" in globalThis, "xit" in globalThis, process.env.VITEST]).toEqual(["undefined", false, false, "true"]); });\n',
      },
      gives({ "a.test.js > a": "pass" }, { jest: false }),
    ],
  ] as const)("%s", async (_name, files, expected) => {
    expect(await states(files)).toEqual(expected);
  });
});
