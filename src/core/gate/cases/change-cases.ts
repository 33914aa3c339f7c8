/** Cases of the gates that look at the change itself: scope, typecheck, format, acceptance, export. */
import { AS_ELSEWHERE, seal } from "../../evidence/index.ts";
import { oidOf } from "../../snapshot/index.ts";
import {
  acceptanceOf,
  attempt,
  fact,
  file,
  fixOf,
  formatOf,
  honest,
  inspectionOf,
  oids,
  path,
  SOURCE,
  STATEMENT,
  TESTS,
  ticket,
  typecheckOf,
} from "./honest-attempt.ts";
import { casesOf, type SelfCheck } from "./self-check.ts";

const scope = casesOf("scope");
const typecheck = casesOf("typecheck");
const format = casesOf("format");
const acceptance = casesOf("acceptance");
const exported = casesOf("export");

const PRETTIER = { name: "prettier", version: "3.10.1" };
const notAsked = (formatter: typeof PRETTIER | null) =>
  seal(
    {
      formatter,
      unformatted: [],
      unsupported: [{ what: "Biome formats this repository", advice: "Run it natively.", affects: false }],
    },
    oids.candidate,
    1,
  );

const also = (...paths: readonly string[]) =>
  attempt({
    fix: fixOf(...honest.fix.changes, ...paths.map((each) => ({ path: path(each), before: file("6"), after: file("7") }))),
  });
const testsAlso = (each: string) =>
  attempt({
    tests: { ...honest.tests, changes: [...honest.tests.changes, { path: path(each), before: file("6"), after: file("7") }] },
  });
const any = { code: 7006, message: "Parameter 'x' implicitly has an 'any' type.", path: SOURCE, line: 3 };
const leftover = {
  ...ticket,
  acceptance: [{ kind: "must-not-match" as const, statement: "no var left", pattern: "\\bvar\\b", paths: ["src/**"], except: [] }],
};

export const CHANGE_CASES: readonly SelfCheck[] = [
  scope("accept", "WM7", "a fix in the source, a test in tests/", honest),
  scope("refuse", "WM7", "the fixer edits a test", also("tests/other.test.ts")),
  scope(
    "refuse",
    "WM7",
    "the fixer deletes a test",
    attempt({ fix: fixOf(...honest.fix.changes, { path: path("tests/other.test.ts"), before: file("6"), after: null }) }),
  ),
  scope("refuse", "WM7", "the fixer writes a test folder in other letters", also("TESTS/Other.ts")),
  scope("refuse", "WM6", "the fixer changes the runner's configuration", also("vitest.config.ts")),
  scope("refuse", "WM6", "the fixer changes the lockfile", also("package-lock.json")),
  scope(
    "accept",
    "SC8",
    "a configuration that the ticket names",
    attempt({
      ticket: { ...ticket, touches: [path("tsconfig.json")] },
      fix: fixOf(...honest.fix.changes, { path: path("tsconfig.json"), before: file("6"), after: file("7") }),
    }),
  ),
  scope("refuse", "WM8", "the test-writer edits source", testsAlso("src/other.ts")),
  scope("accept", "WM8", "a fixture in the folder of the tests", testsAlso("tests/fixtures/locks.json")),
  scope(
    "refuse",
    "SC2",
    "a write that the mask denied",
    attempt({ denied: [{ role: "fixer", operation: "write", path: "../x", rule: "WM1", message: "has a '..' segment" }] }),
  ),
  scope(
    "refuse",
    "SC3",
    "a file turned into a symbolic link",
    attempt({ fix: fixOf({ path: SOURCE, before: file("1"), after: { ...file("2"), mode: "120000" } }) }),
  ),
  scope(
    "accept",
    "SC9",
    "a file that becomes executable",
    attempt({ fix: fixOf({ path: SOURCE, before: file("1"), after: { ...file("2"), mode: "100755" } }) }),
  ),
  scope("refuse", "SC4", "the fixer changed nothing", attempt({ fix: fixOf() })),
  scope(
    "accept",
    "WM7",
    "a rename in the source",
    attempt({
      fix: fixOf({ path: SOURCE, before: file("1"), after: null }, { path: path("src/lease.ts"), before: null, after: file("1") }),
    }),
  ),
  scope(
    "refuse",
    "SC7",
    "a generated file changed",
    attempt({ inspection: inspectionOf(fact("fixer", "generated-or-vendored", "@generated", path("src/api.ts"))) }),
  ),

  typecheck("accept", "TC1", "no diagnostics", honest),
  typecheck(
    "accept",
    "TC1",
    "an old diagnostic that moved to another line",
    attempt({ typecheckBase: typecheckOf("base", [any]), typecheckCandidate: typecheckOf("candidate", [{ ...any, line: 30 }]) }),
  ),
  typecheck("refuse", "TC1", "a new diagnostic", attempt({ typecheckCandidate: typecheckOf("candidate", [any]) })),
  typecheck(
    "refuse",
    "TC1",
    "the same diagnostic once more",
    attempt({
      typecheckBase: typecheckOf("base", [any]),
      typecheckCandidate: typecheckOf("candidate", [any, { ...any, line: 9 }]),
    }),
  ),
  typecheck(
    "refuse",
    "TC7",
    "a strict option is taken back",
    attempt({ inspection: inspectionOf(fact("fixer", "option-loosened", "strict: true → false", path("tsconfig.json"))) }),
  ),
  typecheck("accept", "TC7", "no option is loosened", attempt({ inspection: inspectionOf() })),
  typecheck("refuse", "TC2", "the fix adds `any`", attempt({ inspection: inspectionOf(fact("fixer", "any-added", "any")) })),
  typecheck(
    "accept",
    "TC2",
    "another `any` in a file that was written with it",
    attempt({ inspection: inspectionOf(fact("fixer", "any-added", AS_ELSEWHERE)) }),
  ),
  typecheck("accept", "TC2", "a test casts to any", attempt({ inspection: inspectionOf(fact("test-writer", "any-added", "any")) })),
  typecheck(
    "refuse",
    "TC3",
    "the fix adds @ts-expect-error",
    attempt({ inspection: inspectionOf(fact("fixer", "suppression-added", "@ts-expect-error")) }),
  ),
  typecheck(
    "accept",
    "TC3",
    "a type test says @ts-expect-error",
    attempt({ inspection: inspectionOf(fact("test-writer", "suppression-added", "@ts-expect-error")) }),
  ),

  format("accept", "FO1", "the formatter has nothing to say", honest),
  format("refuse", "FO1", "a changed file that is not formatted", attempt({ format: formatOf([SOURCE]) })),
  format("accept", "FO4", "another version of the formatter was asked", attempt({ format: notAsked(PRETTIER) })),
  format("accept", "FO4", "a formatter that can't be asked here is not one that agreed", attempt({ format: notAsked(null) })),
  format("accept", "FO2", "a file that was not formatted before either", attempt({ format: formatOf([SOURCE], [SOURCE]) })),

  acceptance(
    "accept",
    "AC1",
    "the leftover is gone",
    attempt({
      ticket: leftover,
      acceptance: acceptanceOf({ statement: "no var left", outcome: "met", places: [], reason: "not found in 12 files" }),
    }),
  ),
  acceptance(
    "refuse",
    "AC1",
    "a leftover of a bulk rewrite",
    attempt({
      ticket: leftover,
      acceptance: acceptanceOf({
        statement: "no var left",
        outcome: "unmet",
        places: [{ path: SOURCE, line: 4, text: "var x" }],
        reason: "found once",
      }),
    }),
  ),
  acceptance(
    "refuse",
    "AC3",
    "a statement that nobody looked up",
    attempt({
      ticket: leftover,
      acceptance: acceptanceOf({ statement: STATEMENT, outcome: "for-review", places: [], reason: "" }),
    }),
  ),
  acceptance("accept", "AC1", "statements in words alone", honest),

  exported("accept", "EX2", "the patch gives the graded tree", honest),
  exported(
    "refuse",
    "EX2",
    "the patch gives another tree",
    attempt({ export: seal({ applied: oidOf("9".repeat(40)), reason: "" }, oids.candidate, 1) }),
  ),
  exported(
    "refuse",
    "EX1",
    "the patch does not apply",
    attempt({ export: seal({ applied: null, reason: "hunk 1 does not fit" }, oids.candidate, 1) }),
  ),
  exported(
    "refuse",
    "EV4",
    "an export of another snapshot",
    attempt({ export: seal({ applied: oids.candidate, reason: "" }, oids.base, 1) }),
  ),
  scope(
    "refuse",
    "SC5",
    "both roles changed one path",
    attempt({ fix: fixOf(...honest.fix.changes, { path: TESTS, before: file("3"), after: file("8") }) }),
  ),
];
