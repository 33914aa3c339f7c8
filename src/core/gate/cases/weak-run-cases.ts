/**
 * Cases of the gates that read runs of the suite, where a run says less than it seems to: broken off, left out, unsteady,
 * or green for a reason that has nothing to do with the fix.
 */
import type { FileReport } from "../../evidence/index.ts";
import {
  attempt,
  baselineRuns,
  candidateRuns,
  file,
  fileOf,
  fixOf,
  honest,
  NEW,
  OLD,
  oids,
  oldTests,
  onBase,
  onBaseWithTests,
  onCandidate,
  path,
  red,
  suiteOf,
  testOf,
} from "./honest-attempt.ts";
import { seal } from "../../evidence/index.ts";
import { runGateCases, type SelfCheck } from "./self-check.ts";

const { baseline, fails, passes, can, suite } = runGateCases;

const LEASES = path("tests/lease.test.ts");
const leases = fileOf([testOf("leases", {}, LEASES)]);
const newTestIn = (change: Partial<FileReport>) => candidateRuns([fileOf([...oldTests(), testOf(NEW)], change)]);
const noLoad = { name: "Error", message: "lock is not a function", phase: "collect" as const };
const FLAKY = "sometimes";
const flakyOnBase = [onBase([fileOf([...oldTests(), testOf(FLAKY)])]), onBase([fileOf([...oldTests(), red(FLAKY)])], 7)];
const lacking = (affects: boolean) => ({
  unsupported: [{ what: "worker_threads", advice: "Use Node.", affects }],
});

export const WEAK_RUN_CASES: readonly SelfCheck[] = [
  baseline(
    "refuse",
    "BL3",
    "the shuffled run was cancelled",
    attempt({ baseline: [onBase([fileOf(oldTests())]), onBase([fileOf(oldTests(), { end: { kind: "cancelled" } })], 7)] }),
  ),
  baseline(
    "refuse",
    "BL5",
    "a file ran in another environment the second time",
    attempt({ baseline: [onBase([fileOf(oldTests())]), onBase([fileOf(oldTests(), { environment: "jsdom" })], 7)] }),
  ),
  baseline(
    "accept",
    "BL8",
    "the sandbox lacks something that changes no result",
    attempt({
      baseline: [seal(suiteOf([fileOf(oldTests())], undefined, lacking(false)), oids.base, 1), onBase([fileOf(oldTests())], 7)],
    }),
  ),

  fails(
    "refuse",
    "FW6",
    "the only test that fails without the fix is quarantined",
    attempt({
      baseline: flakyOnBase,
      baseWithTests: [onBaseWithTests([fileOf([...oldTests(), red(FLAKY)])])],
      candidate: candidateRuns([fileOf([...oldTests(), testOf(FLAKY)])]),
    }),
  ),
  fails(
    "accept",
    "FW6",
    "a quarantined test beside one that proves the fix",
    attempt({
      baseline: flakyOnBase,
      baseWithTests: [onBaseWithTests([fileOf([...oldTests(), red(FLAKY), red(NEW)])])],
      candidate: candidateRuns([fileOf([...oldTests(), testOf(FLAKY), testOf(NEW)])]),
    }),
  ),
  fails(
    "accept",
    "FW7",
    "one new test fails without the fix, another passes, a third is skipped",
    attempt({
      baseWithTests: [
        onBaseWithTests([fileOf([...oldTests(), red(NEW), testOf("a"), testOf("b", { state: "skip", mode: "skip" })])]),
      ],
      candidate: candidateRuns([fileOf([...oldTests(), testOf(NEW), testOf("a"), testOf("b")])]),
    }),
  ),
  fails(
    "refuse",
    "FW7",
    "the only new test is skipped without the fix",
    attempt({
      baseWithTests: [onBaseWithTests([fileOf([...oldTests(), testOf(NEW, { state: "skip", mode: "skip" })])])],
    }),
  ),

  passes(
    "refuse",
    "PW4",
    "the new test's file does not load with the fix",
    attempt({ candidate: candidateRuns([fileOf([], { state: "fail", errors: [noLoad] })]) }),
  ),
  passes(
    "refuse",
    "PW4",
    "the new test's file hangs with the fix",
    attempt({ candidate: newTestIn({ end: { kind: "timeout", deadlineMs: 1000 } }) }),
  ),
  passes(
    "accept",
    "PW4",
    "a file error that base had, too",
    attempt({
      baseline: baselineRuns([fileOf(oldTests(), { state: "fail", errors: [{ ...noLoad, phase: "hook" }] })]),
      candidate: newTestIn({ state: "fail", errors: [{ ...noLoad, phase: "hook" }] }),
    }),
  ),

  can(
    "accept",
    "CF2",
    "a second new test that was not seen to fail asserts something",
    attempt({
      baseWithTests: [onBaseWithTests([fileOf([...oldTests(), red(NEW), testOf("guard")])])],
      candidate: candidateRuns([fileOf([...oldTests(), testOf(NEW), testOf("guard")])]),
    }),
  ),
  can(
    "refuse",
    "CF7",
    "there is no new test",
    attempt({
      tests: { ...honest.tests, changes: [] },
      baseWithTests: [onBaseWithTests([fileOf(oldTests())])],
      candidate: candidateRuns([fileOf(oldTests())]),
    }),
  ),

  suite(
    "refuse",
    "SU8",
    "the run on the candidate left a file out",
    attempt({ baseline: baselineRuns([fileOf(oldTests()), leases]) }),
  ),
  suite(
    "refuse",
    "SU8",
    "the worker of a file was lost",
    attempt({ candidate: newTestIn({ end: { kind: "crashed", message: "gone" } }) }),
  ),
  suite("refuse", "SU8", "the run of a file was cancelled", attempt({ candidate: newTestIn({ end: { kind: "cancelled" } }) })),
  suite(
    "accept",
    "SU8",
    "both runs hold the same files",
    attempt({
      baseline: baselineRuns([fileOf(oldTests()), leases]),
      candidate: candidateRuns([fileOf([...oldTests(), testOf(NEW)]), leases]),
    }),
  ),
  suite(
    "refuse",
    "SU1",
    "a test file was deleted: no run left it out, its tests are gone",
    attempt({
      baseline: baselineRuns([fileOf(oldTests()), leases]),
      fix: fixOf(...honest.fix.changes, { path: LEASES, before: file("6"), after: null }),
    }),
  ),
  suite("refuse", "SU9", "no test ran on the candidate", attempt({ candidate: [onCandidate([fileOf([])])] })),
  suite(
    "refuse",
    "EV7",
    "the sandbox lacks something that could change a result",
    attempt({
      candidate: [seal(suiteOf([fileOf([testOf(OLD[0]), testOf(OLD[1])])], undefined, lacking(true)), oids.candidate, 1)],
    }),
  ),
];
