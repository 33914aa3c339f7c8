/** A run that can't be faked: attacks on the runner from inside a test file, in a real browser. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ATTACKS, showsIt } from "./attacks.ts";
import { embeddedSubject, type EmbeddedSubject } from "./embedded-subject.ts";

let subject: EmbeddedSubject;
beforeAll(async () => {
  subject = await embeddedSubject({ isolated: false });
}, 120_000);
afterAll(() => subject.close());

describe("[SB-INT] an attack shows in the report", { timeout: 120_000 }, () => {
  it.each(ATTACKS.map((attack) => [attack.name, attack] as const))("%s", async (_name, { files }) => {
    const outcome = await subject.run(files, { fileDeadlineMs: 20_000 });
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
    const [file] = outcome.value.files;
    expect(file !== undefined && showsIt(file), JSON.stringify(file)).toBe(true);
  });
});

const HEAD = 'import { afterAll, describe, expect, it, vi } from "vitest";\n';

describe("[SB-INT] honest files pass with frozen intrinsics", { timeout: 120_000 }, () => {
  it.each([
    [
      "errors with a name of their own",
      'class Lost extends Error { constructor() { super("lost"); this.name = "Lost"; } }\nit("a", () => { expect(() => { throw new Lost(); }).toThrow("lost"); expect(new Lost().name).toBe("Lost"); });\n',
    ],
    [
      "an object with toString and constructor of its own",
      'it("a", () => { const o: Record<string, unknown> = {}; o["toString"] = () => "x"; o["constructor"] = 1; expect(String(o)).toBe("x"); expect(o["constructor"]).toBe(1); });\n',
    ],
    [
      "spies on console, Date and Math",
      'it("a", () => { const log = vi.spyOn(console, "log"); vi.spyOn(Math, "random").mockReturnValue(0.5); vi.spyOn(Date, "now").mockReturnValue(7); console.log("x"); expect([log.mock.calls, Math.random(), Date.now()]).toEqual([[["x"]], 0.5, 7]); vi.restoreAllMocks(); });\n',
    ],
    [
      "a custom matcher and a custom tester for an own class",
      'class Money { constructor(readonly cents: number) {} }\nexpect.addEqualityTesters([(a: unknown, b: unknown) => (a instanceof Money && b instanceof Money ? Math.abs(a.cents - b.cents) <= 1 : undefined)]);\nexpect.extend({ toBeEven: (n: number) => ({ pass: n % 2 === 0, message: () => "odd" }) });\nit("a", () => { expect(new Money(1)).toEqual(new Money(2)); (expect(2) as never as { toBeEven(): void }).toBeEven(); expect(() => (expect(3) as never as { toBeEven(): void }).toBeEven()).toThrow("odd"); });\n',
    ],
    [
      "util.inspect, loaded after the freezing",
      'import { inspect } from "node:util";\nit("a", () => { expect(inspect({ a: new Map([[1, [2]]]) })).toBe("{ a: Map(1) { 1 => [ 2 ] } }"); });\n',
    ],
    [
      "asymmetric matchers on the expected side",
      'it("a", () => { expect({ a: 1, b: "x" }).toEqual({ a: expect.any(Number), b: { asymmetricMatch: (v: unknown) => v === "x" } }); });\n',
    ],
    [
      "a file that is read",
      'import { readFileSync } from "node:fs";\nit("a", () => { expect(JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8")).type).toBe("module"); });\n',
    ],
  ])("%s", async (_name, source) => {
    const outcome = await subject.run({ "package.json": '{"type":"module"}', "a.test.ts": HEAD + source });
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
    const [file] = outcome.value.files;
    expect({
      states: file?.tests.map((test) => [test.state, test.errors[0]?.message]),
      tampering: file?.tampering,
      frozen: file?.frozen,
      canaries: file?.canaries,
    }).toEqual({
      states: [["pass", undefined]],
      tampering: [],
      frozen: true,
      canaries: { mustPass: "pass", mustFail: "fail" },
    });
  });

  it("a file that extends prototypes on purpose runs unfrozen on base, and the report says so", async () => {
    const outcome = await subject.run({
      "package.json": '{"type":"module"}',
      "a.test.ts": `${HEAD}it("a", () => { (Array.prototype as never as { sum(): number }).sum = function (this: number[]) { return this.reduce((a, b) => a + b, 0); } as never; expect(([1, 2] as never as { sum(): number }).sum()).toBe(3); delete (Array.prototype as never as { sum?: unknown }).sum; });\n`,
    });
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
    expect(outcome.value.files[0]).toMatchObject({ state: "pass", frozen: false, tampering: [] });
    expect(outcome.value.notes.join("\n")).toContain("a.test.ts gives other results with frozen intrinsics");
  });
});
