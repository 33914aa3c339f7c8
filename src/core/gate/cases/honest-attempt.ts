/**
 * One honest attempt as evidence: a lock that is released too early, its fix, its test. The gates' own cases are this
 * attempt with one thing changed, so that each shows exactly what its rule looks at.
 */
import {
  seal,
  type AttemptEvidence,
  type FileReport,
  type InspectionFact,
  type MutantReport,
  type Sealed,
  type SuiteReport,
  type TestError,
  type TestId,
  type TestReport,
} from "../../evidence/index.ts";
import { oidOf, repoPathOf, type FileState, type RepoPath } from "../../snapshot/index.ts";
import type { Ticket, TicketId } from "../../ticket/index.ts";

export const oids = {
  base: oidOf("b".repeat(40)),
  baseWithTests: oidOf("d".repeat(40)),
  fix: oidOf("f".repeat(40)),
  candidate: oidOf("c".repeat(40)),
} as const;

export const file = (letter: string): FileState => ({ oid: oidOf(letter.repeat(40)), mode: "100644" });
export const path = repoPathOf;
export const SOURCE = path("src/lock.ts");
export const TESTS = path("tests/lock.test.ts");
export const STATEMENT = "A lock whose time has run out is not released by its old owner";

export const ticket: Ticket = {
  id: "LB-3" as TicketId,
  title: "A timed-out worker releases somebody else's lock",
  body: "Worker A's lock runs out, worker B takes it, and A's release frees B's lock.",
  file: SOURCE,
  line: 12,
  acceptance: [{ kind: "prose", statement: STATEMENT }],
  touches: [],
};

export function testOf(title: string, change: Partial<TestReport> = {}, at: RepoPath = TESTS): TestReport {
  return {
    id: `${at} > ${title}` as TestId,
    file: at,
    titles: [title],
    mode: "run",
    state: "pass",
    errors: [],
    durationMs: 1,
    assertions: 1,
    retries: 0,
    fails: false,
    ...change,
  };
}

export const assertionError = (message: string, expected = "1", actual = "7"): TestError => ({
  name: "AssertionError",
  message,
  expected,
  actual,
});

export function red(
  title: string,
  error: TestError = assertionError("expected false to be true"),
  at: RepoPath = TESTS,
): TestReport {
  return testOf(title, { state: "fail", errors: [error] }, at);
}

export function fileOf(tests: readonly TestReport[], change: Partial<FileReport> = {}): FileReport {
  return {
    path: tests[0]?.file ?? TESTS,
    state: tests.some((test) => test.state === "fail") ? "fail" : "pass",
    end: { kind: "completed" },
    tests,
    errors: [],
    unhandled: [],
    environment: "node",
    canaries: { mustPass: "pass", mustFail: "fail" },
    tampering: [],
    frozen: true,
    snapshots: { written: 0, unmatched: 0, obsolete: 0 },
    durationMs: 3,
    ...change,
  };
}

export function suiteOf(files: readonly FileReport[], shuffleSeed?: number, change: Partial<SuiteReport> = {}): SuiteReport {
  return { files, unsupported: [], notes: [], durationMs: 5, ...(shuffleSeed === undefined ? {} : { shuffleSeed }), ...change };
}

export const OLD = ["takes a free lock", "exactly one of many wins"] as const;
export const NEW = "keeps the lock of the next owner";
export const oldTests = (): readonly TestReport[] => OLD.map((title) => testOf(title));

export const onBase = (files: readonly FileReport[], seed?: number) => seal(suiteOf(files, seed), oids.base, 5);
export const onBaseWithTests = (files: readonly FileReport[]) => seal(suiteOf(files), oids.baseWithTests, 5);
export const onCandidate = (files: readonly FileReport[], seed?: number) => seal(suiteOf(files, seed), oids.candidate, 5);

/** The suite three times on the candidate, twice shuffled. */
export const candidateRuns = (files: readonly FileReport[]): readonly Sealed<SuiteReport>[] => [
  onCandidate(files),
  onCandidate(files, 11),
  onCandidate(files, 23),
];
export const baselineRuns = (files: readonly FileReport[]): readonly Sealed<SuiteReport>[] => [onBase(files), onBase(files, 7)];

export const inspectionOf = (...facts: readonly InspectionFact[]) => seal({ facts, unparsed: [] }, oids.candidate, 1);
export const fact = (
  role: InspectionFact["role"],
  kind: InspectionFact["kind"],
  text: string,
  at: RepoPath = role === "fixer" ? SOURCE : TESTS,
): InspectionFact => ({
  kind,
  role,
  path: at,
  line: 12,
  text,
});

export const killedMutant: MutantReport = {
  id: "1",
  operator: "EqualityOperator",
  place: { path: SOURCE, line: 12, column: 7, endLine: 12, endColumn: 30 },
  original: "this.owner !== owner",
  replacement: "this.owner === owner",
  onChangedToken: true,
  state: "killed",
  killedBy: [testOf(NEW).id],
};
export const mutationOf = (...mutants: readonly MutantReport[]) =>
  seal({ mutants, nothingToMutate: false, seed: 1, budget: { mutants: 20, programs: 200 }, unsupported: [] }, oids.candidate, 9);

export const typecheckOf = (
  on: keyof typeof oids,
  diagnostics: NonNullable<AttemptEvidence["typecheckBase"]>["value"]["diagnostics"] = [],
) =>
  seal(
    {
      typescript: { version: "6.0.3", from: "repository" as const },
      applicable: true,
      diagnostics,
      unsupported: [],
      durationMs: 4,
    },
    oids[on],
    4,
  );

export const reviewOf = (reply: string, change: Partial<NonNullable<AttemptEvidence["review"]>["value"]> = {}) =>
  seal(
    {
      reply,
      model: "scripted:lockbox",
      sameModelAsFixer: false,
      calibration: { kind: "not-needed" as const, reason: "scripted replies" },
      ...change,
    },
    oids.candidate,
    2,
  );
export const approval = (change: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    oid: oids.candidate,
    verdict: "approve",
    statements: [{ statement: STATEMENT, met: true, evidence: "src/lock.ts:12 compares the owner" }],
    ...change,
  });

export const acceptanceOf = (...statements: NonNullable<AttemptEvidence["acceptance"]>["value"]["statements"]) =>
  seal({ statements }, oids.candidate, 1);
export const formatOf = (unformatted: readonly RepoPath[], unformattedOnBase: readonly RepoPath[] = []) =>
  seal({ formatter: { name: "prettier", version: "3.10.1" }, unformatted, unformattedOnBase, unsupported: [] }, oids.candidate, 1);
export const ablationOf = (...hunks: NonNullable<AttemptEvidence["ablation"]>["value"]["hunks"]) =>
  seal({ hunks }, oids.candidate, 1);

export const honest: AttemptEvidence = {
  ticket,
  snapshots: oids,
  fix: { role: "fixer", base: oids.base, result: oids.fix, changes: [{ path: SOURCE, before: file("1"), after: file("2") }] },
  tests: {
    role: "test-writer",
    base: oids.base,
    result: oids.baseWithTests,
    changes: [{ path: TESTS, before: file("3"), after: file("4") }],
  },
  denied: [],
  inspection: inspectionOf(),
  baseline: baselineRuns([fileOf(oldTests())]),
  baseWithTests: [onBaseWithTests([fileOf([...oldTests(), red(NEW)])])],
  candidate: candidateRuns([fileOf([...oldTests(), testOf(NEW)])]),
  typecheckBase: typecheckOf("base"),
  typecheckBaseWithTests: typecheckOf("baseWithTests"),
  typecheckCandidate: typecheckOf("candidate"),
  mutation: mutationOf(killedMutant),
  ablation: ablationOf({ path: SOURCE, line: 12, text: "+    if (this.owner !== owner) return false;", neededBy: "test" }),
  acceptance: acceptanceOf({ statement: STATEMENT, outcome: "for-review", places: [], reason: "in words" }),
  format: formatOf([]),
  review: reviewOf(approval()),
  export: seal({ applied: oids.candidate, reason: "applied" }, oids.candidate, 1),
  missing: [],
};

/** The honest attempt with these pieces put in its place; `undefined` takes a piece away. */
export function attempt(change: { readonly [K in keyof AttemptEvidence]?: AttemptEvidence[K] | undefined }): AttemptEvidence {
  const entries = Object.entries({ ...honest, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as AttemptEvidence;
}

export const addsTests = (...paths: readonly RepoPath[]): AttemptEvidence["tests"] => ({
  ...honest.tests,
  changes: paths.map((each) => ({ path: each, before: null, after: file("5") })),
});
export const fixOf = (...changes: AttemptEvidence["fix"]["changes"]): AttemptEvidence["fix"] => ({ ...honest.fix, changes });
