/** Do the new and changed tests pass on the candidate, each time, in any order? Luck is not a fix. */
import type { Gate } from "../gate.ts";
import { newTests, withoutFix, type NewTest } from "../new-tests.ts";
import { indexRun, nameOf, readBaseline, type IndexedRun } from "../suite-reading.ts";
import { proofsByTypes } from "../type-evidence.ts";
import { count, firstLine, inquire } from "../verdicts.ts";

const daysAhead = (runs: readonly IndexedRun[]): string =>
  String(Math.round(Math.max(...runs.map(({ report }) => report.clockAheadMs ?? 0)) / 86_400_000));

/** Runs of each new test on the candidate at least, and of these, shuffled with different seeds. */
export const RUNS_OF_NEW_TESTS = 3;
const SHUFFLED_RUNS = 2;

export const passesWithFixGate: Gate = {
  id: "passes-with-fix",
  version: 2,
  question: "Does the new test pass with the fix, each time?",
  judge: (evidence) => {
    let tests = 0;
    let types = 0;
    return inquire(
      evidence,
      {
        pass: () =>
          tests === 0
            ? `${count(types, "type test file")} clean with the fix`
            : `${count(tests, "test")} of the attempt passed in ${count(evidence.candidate.length, "run")}`,
      },
      (inquiry) => {
        const baseline = readBaseline(inquiry.runs("baseline", 1));
        const runs = inquiry.runs("candidate", 1).map(indexRun);
        const [first] = runs;
        if (first === undefined) return;
        types = new Set(proofsByTypes(inquiry).map((proof) => proof.path)).size;
        const items = newTests(evidence, baseline, first);
        // A new file that did not even load has no tests to name.
        for (const change of evidence.tests.changes) {
          const file = first.files.get(change.path);
          const [error] = file?.errors ?? [];
          if (file !== undefined && error !== undefined && !baseline.fileErrors.has(file.path))
            inquiry.error({
              rule: "PW4",
              path: file.path,
              message: `${file.path} does not run with the fix: ${firstLine(error.message)}`,
            });
          else if (file?.end.kind === "timeout")
            inquiry.error({
              rule: "PW4",
              path: file.path,
              message: `${file.path} hangs with the fix (${String(file.end.deadlineMs)} ms)`,
            });
        }
        const withTests = evidence.baseWithTests.length === 0 ? [] : inquiry.runs("baseWithTests", 1);
        const changedItsAnswer = (item: NewTest) => withTests.length > 0 && withoutFix(evidence, item, withTests).kind !== "passed";
        for (const item of items) {
          const seen = runs.filter((run) => run.files.has(item.file));
          const states = seen.map((run) => run.tests.get(item.id)?.state ?? "none");
          if (baseline.quarantined.has(item.id)) {
            if (item.kind === "new") inquiry.error({ rule: "PW3", test: item.id, message: `${nameOf(item.test)} is unsteady` });
            continue;
          }
          // Red on base and left as it is: the suite gate looks after it.
          if (item.kind === "changed" && baseline.red.has(item.id) && states.every((state) => state === "fail")) continue;
          if (item.kind === "changed" && item.test.mode !== "run" && !baseline.passing.has(item.id)) continue;
          // In a changed file, what passes without the fix is as it was: the suite gate asks whether it still passes.
          if (item.kind === "changed" && baseline.passing.has(item.id) && !changedItsAnswer(item)) continue;
          tests++;
          const name = nameOf(item.test);
          if (item.kind === "new" && item.test.fails)
            inquiry.error({
              rule: "PW6",
              test: item.id,
              path: item.file,
              message: `${name} is marked to fail: it says that the fix does not work`,
            });
          const passed = states.filter((state) => state === "pass").length;
          if (passed === states.length) {
            const retried = seen.map((run) => run.tests.get(item.id)).find((test) => (test?.retries ?? 0) > 0);
            if (retried !== undefined)
              inquiry.error({
                rule: "PW3",
                test: item.id,
                path: item.file,
                message: `${name} passed only when tried again: it is unsteady`,
              });
            continue;
          }
          if (states.every((state) => state === "skip" || state === "todo"))
            inquiry.error({ rule: "PW5", test: item.id, path: item.file, message: `${name} is skipped: it shows nothing` });
          else if (seen.every((run, at) => states[at] === "pass" || run.report.clockAheadMs !== undefined))
            inquiry.error({
              rule: "PW8",
              test: item.id,
              path: item.file,
              message: `${name} passes today, and not with the clock ${daysAhead(seen)} days ahead: it, or the fix, depends on the date or on how long the process runs`,
            });
          else if (passed > 0)
            inquiry.error({
              rule: "PW3",
              test: item.id,
              path: item.file,
              message: `${name} changed its mind over ${count(states.length, "run")}: ${states.join(", ")}`,
            });
          else {
            const error = item.test.errors[0];
            inquiry.error({
              rule: "PW2",
              test: item.id,
              path: error?.place?.path ?? item.file,
              message: `${name} does not pass with the fix: ${error === undefined ? (states[0] ?? "none") : firstLine(error.message)}`,
              ...(error?.place === undefined ? {} : { line: error.place.line }),
              ...(error?.expected === undefined ? {} : { expected: error.expected }),
              ...(error?.actual === undefined ? {} : { received: error.actual }),
            });
          }
        }
        if (tests === 0 && types === 0) inquiry.error({ rule: "PW1", message: "there is no new or changed test to pass" });
        for (const file of new Set(items.map((item) => item.file))) {
          const covering = runs.filter((run) => run.files.has(file));
          const seeds = new Set(covering.map((run) => run.report.shuffleSeed).filter((seed) => seed !== undefined));
          if (covering.length < RUNS_OF_NEW_TESTS || seeds.size < SHUFFLED_RUNS)
            inquiry.doubt(
              "PW7",
              `${file} ran ${count(covering.length, "time")} on the candidate, ${String(seeds.size)} shuffled: ${String(RUNS_OF_NEW_TESTS)} runs are needed, ${String(SHUFFLED_RUNS)} of them shuffled with different seeds`,
            );
        }
      },
    );
  },
};
