import { describe, expect, it } from "vitest";
import type { FileReport, TestError } from "../evidence/index.ts";
import {
  addsTests,
  attempt,
  file,
  fileOf,
  fixOf,
  oldTests,
  onBaseWithTests,
  path,
  red,
  testOf,
  TESTS,
  NEW,
} from "./cases/honest-attempt.ts";
import { isImportOrSyntax, withoutFix } from "./new-tests.ts";
import { steadyMessage } from "./suite-reading.ts";

const at = path("tests/lease.test.ts");
const item = { id: testOf("leases", {}, at).id, file: at };
const seen = (report: Partial<FileReport>, added: readonly string[] = [], changed: readonly string[] = []) => {
  const evidence = attempt({
    tests: addsTests(at),
    fix: fixOf(
      ...added.map((each) => ({ path: path(each), before: null, after: file("8") })),
      ...changed.map((each) => ({ path: path(each), before: file("7"), after: file("8") })),
    ),
  });
  const run = onBaseWithTests([fileOf(oldTests()), fileOf([], { path: at, ...report })]).value;
  return withoutFix(evidence, item, [run]).kind;
};
const collect = (message: string, error: Partial<TestError> = {}) => ({
  state: "fail" as const,
  errors: [{ name: "Error", message, phase: "collect" as const, ...error }],
});

describe("[FW3, FW4] what a test did without the fix", () => {
  it.each<[string, string, readonly string[], readonly string[], string]>([
    [
      "relative, with extension",
      "Cannot find module '../src/lease.ts' imported from <root>/tests/lease.test.ts",
      ["src/lease.ts"],
      [],
      "import-of-the-fix",
    ],
    [
      "relative, without",
      'Failed to resolve import "../src/lease" from "tests/lease.test.ts". Does the file exist?',
      ["src/lease.ts"],
      [],
      "import-of-the-fix",
    ],
    ["compiled name", "Cannot find module '../src/lease.js'", ["src/lease.ts"], [], "import-of-the-fix"],
    ["an index", "Failed to load url ../src/lease (resolved id: ../src/lease)", ["src/lease/index.ts"], [], "import-of-the-fix"],
    ["absolute", "Failed to load url <root>/src/lease.ts", ["src/lease.ts"], [], "import-of-the-fix"],
    [
      "an alias",
      "Cannot find module '@/lease' imported from '<root>/tests/lease.test.ts'",
      ["src/lease.ts"],
      [],
      "import-of-the-fix",
    ],
    ["a directory of the same end", "Cannot find module '../src/please.ts'", ["src/lease.ts"], [], "broken-import"],
    ["what nobody adds", "Cannot find module '../src/nowhere.ts'", ["src/lease.ts"], [], "broken-import"],
    ["what the fix only changes", "Cannot find module '../src/lease.ts'", [], ["src/lease.ts"], "broken-import"],
    ["a package", "Cannot find package 'left-pad'", ["src/left-pad.ts"], [], "broken-import"],
    [
      "an export that the fix adds",
      "The requested module '../src/lock.ts' does not provide an export named 'lease'",
      [],
      ["src/lock.ts"],
      "import-of-the-fix",
    ],
    [
      "an export of another file",
      "The requested module '../src/other.ts' does not provide an export named 'lease'",
      [],
      ["src/lock.ts"],
      "broken-import",
    ],
    ["an error at load that is no import", "lock is gone", [], [], "failed"],
  ])("%s", (_what, message, added, changed, kind) => {
    expect(seen(collect(message), added, changed)).toBe(kind);
  });

  it("a broken source that the fix repairs counts, whatever the error is called", () => {
    const error = {
      name: "SyntaxError",
      message: "Unexpected token '}'",
      place: { path: path("src/lock.ts"), line: 3, column: 1 },
    };
    expect(seen(collect(error.message, error), [], ["src/lock.ts"])).toBe("import-of-the-fix");
    expect(seen(collect(error.message, { ...error, place: { ...error.place, path: at } }), [], ["src/lock.ts"])).toBe(
      "broken-import",
    );
  });

  it.each<[string, Partial<FileReport>, string]>([
    ["hangs at load", { end: { kind: "timeout", deadlineMs: 9 } }, "hung"],
    ["hangs while it runs", { tests: [testOf("leases", { state: "none" }, at)], end: { kind: "timeout", deadlineMs: 9 } }, "hung"],
    [
      "a hook fails",
      { tests: [testOf("leases", { state: "skip" }, at)], errors: [{ name: "Error", message: "x", phase: "hook" }] },
      "hook-failed",
    ],
    ["is skipped", { tests: [testOf("leases", { state: "skip", mode: "skip" }, at)] }, "skipped"],
    [
      "passes, with an error that no test owned",
      { tests: [testOf("leases", {}, at)], unhandled: [{ name: "AssertionError", message: "never awaited" }] },
      "passed",
    ],
    ["fails by a thrown string", { tests: [red("leases", { name: "", message: "gone" }, at)] }, "failed"],
    [
      "fails by a TypeError on what the fix adds",
      { tests: [red("leases", { name: "TypeError", message: "lease is not a function" }, at)] },
      "failed",
    ],
    ["its worker was lost", { end: { kind: "crashed", message: "out of memory" } }, "not-run"],
    ["it was never reached", { tests: [] }, "not-run"],
  ])("%s", (_what, report, kind) => {
    expect(seen(report)).toBe(kind);
  });

  it("a file that the run left out", () => {
    const run = onBaseWithTests([fileOf(oldTests())]).value;
    expect(withoutFix(attempt({}), item, [run]).kind).toBe("not-run");
  });

  it("several runs prove only what each shows", () => {
    const runs = [fileOf([red(NEW)]), fileOf([testOf(NEW)])].map((each) => onBaseWithTests([each]).value);
    expect(withoutFix(attempt({}), { id: testOf(NEW).id, file: TESTS }, runs).kind).toBe("passed");
  });

  it.each([
    ["an assertion that quotes such words", { name: "AssertionError", message: "expected 'Cannot find module' to be 'ok'" }, false],
    ["JSON that does not parse", { name: "SyntaxError", message: "Unexpected token 'x', \"x\" is not valid JSON" }, false],
    ["a missing module", { name: "Error", message: "Cannot find module './x'" }, true],
  ])("%s", (_what, error, expected) => {
    expect(isImportOrSyntax(error)).toBe(expected);
  });
});

describe("[BL6] messages are compared without what differs between two runs", () => {
  it.each([
    ["took 12 ms", "took 407 ms"],
    ["seed: 12", "seed: -99"],
    [
      'Property failed after 3 tests\n{ seed: 1, path: "2:0", endOnFailure: true }\nCounterexample: [1]',
      'Property failed after 91 tests\n{ seed: 7, path: "90:1", endOnFailure: true }\nCounterexample: [4]',
    ],
    ["at 2026-01-01T00:00:00.000Z", "at 2027-02-03 04:05:06"],
    ["id 123e4567-e89b-12d3-a456-426614174000", "id 123e4567-e89b-12d3-a456-426614174999"],
  ])("%j is %j", (one, other) => {
    expect(steadyMessage(one)).toBe(steadyMessage(other));
  });
  it("and with what says why", () => {
    expect(steadyMessage("expected 7 to be 1")).not.toBe(steadyMessage("expected 8 to be 1"));
  });
});
