/** Does everything that passed on base still pass, with no test gone, skipped, focused or emptied? Old red neither blocks nor hides new red. */
import type { FileReport, TestReport } from "../../evidence/index.ts";
import type { RepoPath } from "../../snapshot/index.ts";
import type { Gate } from "../gate.ts";
import { withoutFix } from "../new-tests.ts";
import {
  errorKey,
  failureKey,
  indexRun,
  movedId,
  movedTestFiles,
  nameOf,
  readBaseline,
  type Baseline,
  type IndexedRun,
} from "../suite-reading.ts";
import { count, firstLine, inquire, type Inquiry } from "../verdicts.ts";

export const suiteGate: Gate = {
  id: "suite",
  version: 1,
  question: "Does everything that passed before still pass?",
  judge: (evidence) => {
    let kept = 0;
    return inquire(
      evidence,
      { pass: () => `${count(kept, "test")} that passed on base still ${kept === 1 ? "passes" : "pass"}` },
      (inquiry) => {
        const baseline = readBaseline(inquiry.runs("baseline", 1));
        // What old tests do at another date is not known on base.
        const runs = inquiry
          .runs("candidate", 1)
          .filter(({ clockAheadMs }) => clockAheadMs === undefined)
          .map(indexRun);
        const [whole] = runs;
        if (whole === undefined) return;
        if (whole.tests.size === 0) inquiry.unknown("SU9", "no test ran on the candidate");
        const moved = movedTestFiles(evidence, baseline, whole);
        judgeFiles(inquiry, baseline, whole, moved);
        for (const test of baseline.passing.values()) if (judgePassing(inquiry, test, runs, moved)) kept++;
        judgeRed(inquiry, baseline, runs, moved);
        judgeUnknownTests(inquiry, baseline, runs, moved);
        judgeAssertions(inquiry, baseline, whole, moved);
      },
    );
  },
};

/** Paths of tests that the ticket itself names: what it is about may go. */
const isNamed = (inquiry: Inquiry, path: RepoPath) => inquiry.evidence.ticket.touches.includes(path);

function judgeFiles(inquiry: Inquiry, baseline: Baseline, whole: IndexedRun, moved: ReadonlyMap<RepoPath, RepoPath>): void {
  const deleted = new Set(
    [...inquiry.evidence.fix.changes, ...inquiry.evidence.tests.changes]
      .filter((change) => change.after === null)
      .map((change) => change.path),
  );
  for (const file of baseline.first.report.files) {
    const now = moved.get(file.path) ?? file.path;
    if (!whole.files.has(now) && !deleted.has(file.path)) inquiry.doubt("SU8", `the run on the candidate left ${file.path} out`);
  }
  const back = new Map([...moved].map(([from, to]) => [to, from]));
  for (const file of whole.report.files) {
    const known = baseline.fileErrors.get(back.get(file.path) ?? file.path) ?? new Set<string>();
    for (const error of file.errors)
      if (!known.has(errorKey(error)))
        inquiry.error({
          rule: "SU5",
          path: error.place?.path ?? file.path,
          message: `${file.path}: ${error.phase === "hook" ? "a hook fails" : "the file does not load"}: ${firstLine(error.message)}`,
          ...(error.place === undefined ? {} : { line: error.place.line }),
        });
    judgeEnd(inquiry, file, known);
  }
}

function judgeEnd(inquiry: Inquiry, file: FileReport, known: ReadonlySet<string>): void {
  const { end } = file;
  if (end.kind === "completed" || known.has(`ended: ${end.kind}`)) return;
  if (end.kind === "timeout")
    inquiry.error({ rule: "SU6", path: file.path, message: `${file.path} hangs: it was ended after ${String(end.deadlineMs)} ms` });
  else if (end.kind === "exited")
    inquiry.error({ rule: "SU6", path: file.path, message: `${file.path} ended its process early: ${end.message}` });
  else
    inquiry.doubt(
      "SU8",
      end.kind === "crashed" ? `the worker of ${file.path} was lost: ${end.message}` : `the run of ${file.path} was cancelled`,
    );
}

function judgePassing(
  inquiry: Inquiry,
  before: TestReport,
  runs: readonly IndexedRun[],
  moved: ReadonlyMap<RepoPath, RepoPath>,
): boolean {
  const id = movedId(before, moved);
  const file = moved.get(before.file) ?? before.file;
  const name = nameOf(before);
  for (const [index, run] of runs.entries()) {
    const fileReport = run.files.get(file);
    if (index > 0 && fileReport === undefined) continue;
    const test = run.tests.get(id);
    if (test === undefined || test.state === "none") {
      const gone =
        fileReport === undefined
          ? inquiry.evidence.tests.changes
              .concat(inquiry.evidence.fix.changes)
              .some((change) => change.path === file && change.after === null)
          : fileReport.end.kind === "completed" && fileReport.errors.length === 0;
      if (isNamed(inquiry, before.file))
        inquiry.note({ rule: "SU1", test: before.id, path: before.file, message: `${name} is gone; the ticket names its file` });
      else if (gone || test !== undefined)
        inquiry.error({
          rule: test === undefined ? "SU1" : "SU3",
          test: before.id,
          path: before.file,
          message: test === undefined ? `${name} passed on base and is gone` : `${name} did not come to a result`,
        });
      // Else its file says why, and said it already.
      return false;
    }
    if (test.state === "skip" || test.state === "todo") {
      const hook = fileReport?.errors.some((error) => error.phase === "hook") ?? false;
      if (!(hook && test.mode === "run"))
        inquiry.error({ rule: "SU2", test: before.id, path: file, message: `${name} passed on base and is skipped` });
      return false;
    }
    if (test.state === "fail") {
      inquiry.error(
        redFinding(
          "SU3",
          test,
          index === 0 ? `${name} passed on base and fails` : `${name} passed on base and fails in repeat ${String(index)}`,
        ),
      );
      return false;
    }
    if (test.retries > 0 && before.retries === 0) {
      inquiry.error({
        rule: "SU3",
        test: before.id,
        path: file,
        message: `${name} passes only when tried again; on base it passed at once`,
      });
      return false;
    }
  }
  return true;
}

function redFinding(rule: string, test: TestReport, message: string) {
  const error = test.errors[0];
  return {
    rule,
    test: test.id,
    path: error?.place?.path ?? test.file,
    message: error === undefined ? message : `${message}: ${firstLine(error.message)}`,
    ...(error?.place === undefined ? {} : { line: error.place.line }),
    ...(error?.expected === undefined ? {} : { expected: error.expected }),
    ...(error?.actual === undefined ? {} : { received: error.actual }),
  };
}

/** Red on base: red for the same reason is old, for another it is new. */
function judgeRed(inquiry: Inquiry, baseline: Baseline, runs: readonly IndexedRun[], moved: ReadonlyMap<RepoPath, RepoPath>): void {
  for (const [id, reasons] of baseline.red) {
    const before = baseline.first.tests.get(id);
    if (before === undefined) continue;
    const now = runs[0]?.tests.get(movedId(before, moved));
    if (now === undefined) {
      if (!isNamed(inquiry, before.file) && runs[0]?.files.get(moved.get(before.file) ?? before.file)?.end.kind === "completed")
        inquiry.error({ rule: "SU1", test: id, path: before.file, message: `${nameOf(before)} was red on base and is gone` });
    } else if (now.state === "skip" || now.state === "todo")
      inquiry.error({ rule: "SU2", test: id, path: now.file, message: `${nameOf(before)} was red on base and is skipped` });
    else if (now.state === "fail") {
      if (!reasons.has(failureKey(now)) && !baseline.redForAnyReason.has(id))
        inquiry.error({
          ...redFinding("SU7", now, `${nameOf(before)} was red on base and fails for another reason now`),
          expected: firstLine([...reasons][0] ?? ""),
          received: firstLine(failureKey(now)),
        });
    }
  }
}

/** Tests that base did not run, or ran skipped, and that fail now. */
function judgeUnknownTests(
  inquiry: Inquiry,
  baseline: Baseline,
  runs: readonly IndexedRun[],
  moved: ReadonlyMap<RepoPath, RepoPath>,
): void {
  const judged = new Set([...baseline.passing.values()].map((test) => movedId(test, moved)));
  for (const id of baseline.red.keys()) {
    const before = baseline.first.tests.get(id);
    judged.add(before === undefined ? id : movedId(before, moved));
  }
  for (const test of runs[0]?.tests.values() ?? []) {
    if (test.mode === "only")
      inquiry.error({
        rule: "SU4",
        test: test.id,
        path: test.file,
        message: `${nameOf(test)} is focused: the others of its file do not run`,
      });
    if (test.state !== "fail" || judged.has(test.id)) continue;
    if (baseline.quarantined.has(test.id)) {
      inquiry.note({ rule: "SU10", test: test.id, message: `${nameOf(test)} is quarantined and red: it does not block` });
      continue;
    }
    inquiry.error(redFinding("SU3", test, `${nameOf(test)} fails`));
  }
}

/** A test that still passes and looks at less. */
function judgeAssertions(inquiry: Inquiry, baseline: Baseline, whole: IndexedRun, moved: ReadonlyMap<RepoPath, RepoPath>): void {
  const { evidence } = inquiry;
  const touched = new Set([...evidence.tests.changes, ...evidence.fix.changes].map((change) => change.path));
  const fewer = new Set<RepoPath>();
  for (const before of baseline.passing.values()) {
    const now = whole.tests.get(movedId(before, moved));
    if (now?.assertions === undefined || before.assertions === undefined || now.state !== "pass") continue;
    if (!touched.has(before.file) && !touched.has(now.file)) continue;
    if (now.assertions < before.assertions) fewer.add(now.file);
    if (before.assertions > 0 && now.assertions === 0)
      inquiry.error({
        rule: "SU11",
        test: now.id,
        path: now.file,
        message: `${nameOf(now)} was emptied: it asserts nothing any more`,
        expected: String(before.assertions),
        received: "0",
      });
  }
  const failsWithoutFix = (path: RepoPath, test: string | undefined): boolean =>
    [...baseline.passing.values()].some((before) => {
      const id = movedId(before, moved);
      const now = whole.tests.get(id);
      if (now?.file !== path || (test !== undefined && now.titles.join(" > ") !== test)) return false;
      const { kind } = withoutFix(evidence, { id, file: path }, inquiry.runs("baseWithTests", 1));
      return kind === "failed" || kind === "hung" || kind === "import-of-the-fix";
    });
  for (const fact of inquiry.maybe("inspection")?.facts ?? []) {
    if (isNamed(inquiry, fact.path)) continue;
    if (fact.kind === "assertion-weakened")
      inquiry.error({ rule: "SU12", path: fact.path, line: fact.line, message: `an assertion was weakened: ${fact.text}` });
    else if (fact.kind === "assertion-removed") {
      const path = moved.get(fact.path) ?? fact.path;
      // Put differently because the ticket asks for something else: then the test, as it now reads, fails without the fix.
      const asksForMore = !fewer.has(path) && failsWithoutFix(path, fact.test);
      if (asksForMore)
        inquiry.note({ rule: "SU12", path, line: fact.line, message: `an assertion was put differently: ${fact.text}` });
      else inquiry.error({ rule: "SU12", path, line: fact.line, message: `an assertion was removed: ${fact.text}` });
    } else if (fact.kind === "test-focused")
      inquiry.error({ rule: "SU4", path: fact.path, line: fact.line, message: `a test is focused: ${fact.text}` });
    else if (fact.kind === "test-skipped" || fact.kind === "test-removed")
      inquiry.note({
        rule: fact.kind === "test-skipped" ? "SU2" : "SU1",
        path: fact.path,
        line: fact.line,
        message: `${fact.kind === "test-skipped" ? "may be skipped" : "taken out"}: ${fact.text}`,
      });
  }
}
