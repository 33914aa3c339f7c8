/** Cases of the gates that read runs of the suite: baseline, fails-without-fix, passes-with-fix, can-fail, suite. */
import { repoPathOf } from "../../snapshot/index.ts";
import {
  addsTests,
  assertionError,
  attempt,
  baselineRuns,
  candidateRuns,
  fact,
  file,
  fileOf,
  fixOf,
  honest,
  inspectionOf,
  mutationOf,
  NEW,
  killedMutant,
  OLD,
  oldTests,
  onBase,
  onBaseWithTests,
  onCandidate,
  oids,
  red,
  SOURCE,
  suiteOf,
  testOf,
  TESTS,
  ticket,
  typecheckOf,
} from "./honest-attempt.ts";
import { runGateCases, type SelfCheck } from "./self-check.ts";
import { seal } from "../../evidence/index.ts";

const { baseline, fails, passes, can, suite } = runGateCases;

const unknownFile = repoPathOf("tests/lease.test.ts");
const without = (...tests: Parameters<typeof fileOf>[0]) => [onBaseWithTests([fileOf([...oldTests(), ...tests])])];
const withFix = (...tests: Parameters<typeof fileOf>[0]) => candidateRuns([fileOf([...oldTests(), ...tests])]);
const atAnotherDate = (...tests: Parameters<typeof fileOf>[0]) => [
  ...withFix(testOf(NEW)),
  seal(suiteOf([fileOf([...oldTests(), ...tests])], 37, { clockAheadMs: 400 * 86_400_000 }), oids.candidate, 1),
];
const thrown = { name: "Error", message: "lock is gone" };
const noModule = (specifier: string) => ({
  name: "Error",
  message: `Cannot find module '${specifier}' imported from '<root>/tests/lease.test.ts'`,
  phase: "collect" as const,
});
const leaseTest = testOf("leases", {}, unknownFile);
const importing = (specifier: string, added: string) =>
  attempt({
    fix: fixOf({ path: repoPathOf(added), before: null, after: file("8") }),
    tests: addsTests(unknownFile),
    baseWithTests: [
      onBaseWithTests([fileOf(oldTests()), fileOf([], { path: unknownFile, state: "fail", errors: [noModule(specifier)] })]),
    ],
    candidate: candidateRuns([fileOf(oldTests()), fileOf([leaseTest])]),
  });
const changedOld = testOf(OLD[0], { assertions: 2 });
const typeError = {
  code: 2344,
  message: "Type 'string' does not satisfy the constraint '\"Expected: number, Actual: string\"'.",
  path: repoPathOf("tests/lock.test-d.ts"),
  line: 4,
};
const redOnBase = red("was red", assertionError("expected 2 to be 3"));
const flaky = "sometimes";

export const RUN_CASES: readonly SelfCheck[] = [
  baseline("accept", "BL6", "a steady suite", honest),
  baseline(
    "accept",
    "BL6",
    "a suite that is red already",
    attempt({ baseline: baselineRuns([fileOf([...oldTests(), redOnBase])]) }),
  ),
  baseline(
    "accept",
    "BL7",
    "a flaky test is quarantined",
    attempt({ baseline: [onBase([fileOf([...oldTests(), testOf(flaky)])]), onBase([fileOf([...oldTests(), red(flaky)])], 7)] }),
  ),
  baseline("refuse", "EV6", "one run alone", attempt({ baseline: [onBase([fileOf(oldTests())], 7)] })),
  baseline(
    "refuse",
    "BL1",
    "no run was shuffled",
    attempt({ baseline: [onBase([fileOf(oldTests())]), onBase([fileOf(oldTests())])] }),
  ),
  baseline("refuse", "BL2", "no test ran", attempt({ baseline: baselineRuns([]) })),
  baseline(
    "refuse",
    "BL4",
    "a run left a file out",
    attempt({ baseline: [onBase([fileOf(oldTests()), fileOf([leaseTest])]), onBase([fileOf(oldTests())], 7)] }),
  ),
  baseline(
    "refuse",
    "EV7",
    "the sandbox lacks something that could change a result",
    attempt({
      baseline: [
        seal(
          suiteOf([fileOf(oldTests())], undefined, {
            unsupported: [{ what: "worker_threads", advice: "Use Node.", affects: true }],
          }),
          oids.base,
          1,
        ),
        onBase([fileOf(oldTests())], 7),
      ],
    }),
  ),

  fails("accept", "FW4", "the new test fails by its assertion", honest),
  fails("accept", "FW4", "it fails by a plain Error", attempt({ baseWithTests: without(red(NEW, thrown)) })),
  fails(
    "accept",
    "FW4",
    "it fails by a thrown string",
    attempt({ baseWithTests: without(red(NEW, { name: "", message: "lock is gone" })) }),
  ),
  fails(
    "accept",
    "FW4",
    "it hangs, and the fix cures that",
    attempt({
      baseWithTests: [
        onBaseWithTests([fileOf([...oldTests(), testOf(NEW, { state: "none" })], { end: { kind: "timeout", deadlineMs: 1000 } })]),
      ],
    }),
  ),
  fails(
    "accept",
    "FW4",
    "three new tests, of which one fails",
    attempt({
      baseWithTests: without(red(NEW), testOf("a"), testOf("b")),
      candidate: withFix(testOf(NEW), testOf("a"), testOf("b")),
    }),
  ),
  fails(
    "accept",
    "FW4",
    "one more assertion inside an old test",
    attempt({
      baseWithTests: [onBaseWithTests([fileOf([red(OLD[0]), testOf(OLD[1])])])],
      candidate: candidateRuns([fileOf([changedOld, testOf(OLD[1])])]),
    }),
  ),
  fails("accept", "FW4", "it imports the very file that the fix adds", importing("../src/lease.ts", "src/lease.ts")),
  fails(
    "accept",
    "FW5",
    "a type test is red by its types",
    attempt({
      tests: addsTests(repoPathOf("tests/lock.test-d.ts")),
      baseWithTests: [],
      candidate: candidateRuns([fileOf(oldTests())]),
      typecheckBaseWithTests: typecheckOf("baseWithTests", [typeError]),
    }),
  ),
  fails("refuse", "FW2", "the new test passes without the fix", attempt({ baseWithTests: without(testOf(NEW)) })),
  fails(
    "refuse",
    "FW1",
    "no test was written",
    attempt({
      tests: { ...honest.tests, changes: [] },
      baseWithTests: [onBaseWithTests([fileOf(oldTests())])],
      candidate: withFix(),
    }),
  ),
  fails(
    "refuse",
    "FW9",
    "it fails in the same way with the fix",
    attempt({ baseWithTests: without(red(NEW, thrown)), candidate: candidateRuns([fileOf([...oldTests(), red(NEW, thrown)])]) }),
  ),
  fails("refuse", "FW3", "it fails only by an import of what nobody adds", importing("../src/nowhere.ts", "src/lease.ts")),
  fails(
    "refuse",
    "FW3",
    "it fails only by its syntax",
    attempt({ baseWithTests: without(red(NEW, { name: "SyntaxError", message: "Unexpected token '}'" })) }),
  ),
  fails(
    "refuse",
    "FW8",
    "the run on base left its file out",
    attempt({
      tests: addsTests(unknownFile),
      baseWithTests: [onBaseWithTests([fileOf(oldTests())])],
      candidate: candidateRuns([fileOf(oldTests()), fileOf([leaseTest])]),
    }),
  ),
  fails(
    "refuse",
    "EV4",
    "the run is of another snapshot",
    attempt({ baseWithTests: [onCandidate([fileOf([...oldTests(), red(NEW)])])] }),
  ),

  passes("accept", "PW2", "it passes three times", honest),
  passes("refuse", "PW2", "it fails with the fix", attempt({ candidate: withFix(red(NEW)) })),
  passes(
    "refuse",
    "PW3",
    "it changes its mind",
    attempt({
      candidate: [
        onCandidate([fileOf([...oldTests(), testOf(NEW)])]),
        onCandidate([fileOf([...oldTests(), red(NEW)])], 1),
        onCandidate([fileOf([...oldTests(), testOf(NEW)])], 2),
      ],
    }),
  ),
  passes("refuse", "PW8", "it passes today, and not at another date", attempt({ candidate: atAnotherDate(red(NEW)) })),
  passes("accept", "PW8", "it passes at another date, too", attempt({ candidate: atAnotherDate(testOf(NEW)) })),
  suite(
    "accept",
    "SU3",
    "an old test is red at another date, of which base knows nothing",
    attempt({ candidate: atAnotherDate(testOf(NEW), red(OLD[0])) }),
  ),
  passes("refuse", "PW3", "it passes only when tried again", attempt({ candidate: withFix(testOf(NEW, { retries: 1 })) })),
  passes("refuse", "PW5", "it is skipped", attempt({ candidate: withFix(testOf(NEW, { state: "skip", mode: "skip" })) })),
  passes("refuse", "PW6", "it is marked to fail", attempt({ candidate: withFix(testOf(NEW, { fails: true })) })),
  passes("refuse", "PW7", "it ran only once", attempt({ candidate: [onCandidate([fileOf([...oldTests(), testOf(NEW)])])] })),
  passes("refuse", "PW1", "there is no new test", attempt({ tests: { ...honest.tests, changes: [] }, candidate: withFix() })),

  can(
    "accept",
    "CF2",
    "it failed without the fix, whatever it asserts",
    attempt({ candidate: withFix(testOf(NEW, { assertions: 0 })) }),
  ),
  can(
    "accept",
    "CF2",
    "a mutant kills the one that passes on base",
    attempt({
      baseWithTests: without(red(NEW), testOf("guard")),
      candidate: withFix(testOf(NEW), testOf("guard", { assertions: 0 })),
      mutation: mutationOf({ ...killedMutant, killedBy: [testOf("guard").id] }),
    }),
  ),
  can(
    "refuse",
    "CF1",
    "a new test that asserts nothing",
    attempt({
      baseWithTests: without(red(NEW), testOf("empty", { assertions: 0 })),
      candidate: withFix(testOf(NEW), testOf("empty", { assertions: 0 })),
    }),
  ),
  can(
    "refuse",
    "CF3",
    "a tautology",
    attempt({
      baseWithTests: without(red(NEW), testOf("always")),
      candidate: withFix(testOf(NEW), testOf("always")),
      inspection: inspectionOf(fact("test-writer", "tautology", "expect(true).toBe(true)")),
    }),
  ),
  can(
    "accept",
    "CF3",
    "a tautology beside what was seen to fail",
    attempt({ inspection: inspectionOf(fact("test-writer", "tautology", "expect(true).toBe(true)")) }),
  ),
  can(
    "refuse",
    "CF4",
    "the changed unit is mocked",
    attempt({ inspection: inspectionOf(fact("test-writer", "mocked-module", "src/lock")) }),
  ),
  can(
    "accept",
    "CF4",
    "a dependency is mocked",
    attempt({ inspection: inspectionOf(fact("test-writer", "mocked-module", "node:fs")) }),
  ),
  can(
    "refuse",
    "CF5",
    "it asserts on source text",
    attempt({ inspection: inspectionOf(fact("test-writer", "source-text-read", "readFileSync('src/lock.ts', 'utf8')")) }),
  ),
  can(
    "refuse",
    "CF6",
    "a first snapshot that accepts anything",
    attempt({
      candidate: candidateRuns([fileOf([...oldTests(), testOf(NEW)], { snapshots: { written: 1, unmatched: 0, obsolete: 0 } })]),
    }),
  ),

  suite("accept", "SU3", "all that passed still passes", honest),
  suite(
    "accept",
    "SU7",
    "old red stays red for its reason",
    attempt({ baseline: baselineRuns([fileOf([...oldTests(), redOnBase])]), candidate: withFix(testOf(NEW), redOnBase) }),
  ),
  suite(
    "refuse",
    "SU7",
    "old red hides new red",
    attempt({
      baseline: baselineRuns([fileOf([...oldTests(), redOnBase])]),
      candidate: withFix(testOf(NEW), red("was red", assertionError("expected 7 to be 1"))),
    }),
  ),
  suite(
    "refuse",
    "SU3",
    "exactly one wins: seven do",
    attempt({
      candidate: candidateRuns([fileOf([testOf(OLD[0]), red(OLD[1], assertionError("expected 7 to be 1")), testOf(NEW)])]),
    }),
  ),
  suite("refuse", "SU1", "an old test is gone", attempt({ candidate: candidateRuns([fileOf([testOf(OLD[0]), testOf(NEW)])]) })),
  suite(
    "refuse",
    "SU2",
    "an old test is skipped",
    attempt({ candidate: candidateRuns([fileOf([testOf(OLD[0]), testOf(OLD[1], { state: "skip", mode: "skip" }), testOf(NEW)])]) }),
  ),
  suite(
    "refuse",
    "SU4",
    "a test is focused",
    attempt({ candidate: candidateRuns([fileOf([...oldTests(), testOf(NEW, { mode: "only" })])]) }),
  ),
  suite(
    "refuse",
    "SU5",
    "a hook fails behind green tests",
    attempt({
      candidate: candidateRuns([fileOf([...oldTests(), testOf(NEW)], { state: "fail", errors: [{ ...thrown, phase: "hook" }] })]),
    }),
  ),
  suite(
    "refuse",
    "SU6",
    "the suite hangs",
    attempt({ candidate: candidateRuns([fileOf([testOf(OLD[0])], { end: { kind: "timeout", deadlineMs: 1000 } })]) }),
  ),
  suite(
    "refuse",
    "SU11",
    "an old test was emptied",
    attempt({ candidate: candidateRuns([fileOf([testOf(OLD[0], { assertions: 0 }), testOf(OLD[1]), testOf(NEW)])]) }),
  ),
  suite(
    "accept",
    "SU10",
    "a quarantined test is red",
    attempt({
      baseline: [onBase([fileOf([...oldTests(), testOf(flaky)])]), onBase([fileOf([...oldTests(), red(flaky)])], 7)],
      candidate: withFix(testOf(NEW), red(flaky)),
    }),
  ),
  suite(
    "accept",
    "SU1",
    "a test file that moved",
    attempt({
      tests: {
        ...honest.tests,
        changes: [
          { path: TESTS, before: file("3"), after: null },
          { path: unknownFile, before: null, after: file("3") },
        ],
      },
      candidate: candidateRuns([fileOf([...OLD.map((title) => testOf(title, {}, unknownFile)), testOf(NEW, {}, unknownFile)])]),
    }),
  ),
  suite(
    "refuse",
    "SU12",
    "an assertion was weakened and still passes without the fix",
    attempt({ inspection: inspectionOf(fact("test-writer", "assertion-removed", "expect(winners).toBe(1)")) }),
  ),
  suite(
    "accept",
    "SU1",
    "tests of a feature that the ticket takes out",
    attempt({ ticket: { ...ticket, touches: [TESTS] }, candidate: candidateRuns([fileOf([testOf(OLD[0]), testOf(NEW)])]) }),
  ),
  can(
    "refuse",
    "CF9",
    "a table that has no rows, beside a test that was seen to fail",
    attempt({ inspection: inspectionOf(fact("test-writer", "table-test", "$from by %i is $to.name", TESTS)) }),
  ),
  can(
    "accept",
    "CF9",
    "a table whose rows are tests",
    attempt({
      inspection: inspectionOf(fact("test-writer", "table-test", "$from (by %i) is %s", TESTS)),
      candidate: withFix(testOf(NEW), testOf("C (by -1) is B")),
      baseWithTests: without(red(NEW), red("C (by -1) is B")),
    }),
  ),
  can(
    "accept",
    "CF8",
    "a test that reads the clock it faked",
    attempt({
      inspection: inspectionOf(
        fact("test-writer", "clock-or-randomness", "Date.now", TESTS),
        fact("fixer", "clock-or-randomness", "Date.now", SOURCE),
      ),
    }),
  ),
];
