/**
 * Did the run itself stay honest, and does the change keep its hands off what grades it? Several witnesses of one run are
 * laid beside each other: canaries, states of tests and files, hooks, unhandled errors, how each worker ended, the diff.
 */
import type { FileReport } from "../../evidence/index.ts";
import type { RepoPath } from "../../snapshot/index.ts";
import type { Gate } from "../gate.ts";
import { judgeReach } from "../reach.ts";
import { errorKey, indexRun, movedTestFiles, nameOf, readBaseline, type Baseline } from "../suite-reading.ts";
import { count, firstLine, inquire, type Inquiry } from "../verdicts.ts";

export const integrityGate: Gate = {
  id: "integrity",
  version: 1,
  question: "Did the run stay honest?",
  judge: (evidence) => {
    let canaries = 0;
    return inquire(
      evidence,
      {
        pass: () =>
          canaries === 0
            ? "no trace of tampering (this sandbox has no canaries)"
            : `${count(canaries, "pair")} of canaries did what they must, no trace of tampering`,
      },
      (inquiry) => {
        const inspection = inquiry.need("inspection");
        judgeReach(inquiry, inspection.facts);
        for (const { path, reason } of inspection.unparsed) inquiry.doubt("IN9", `${path} could not be read: ${reason}`);
        const baseline = readBaseline(inquiry.runs("baseline", 1));
        const runs = inquiry.runs("candidate", 1);
        const [first] = runs;
        if (first === undefined) return;
        const moved = new Map([...movedTestFiles(evidence, baseline, indexRun(first))].map(([from, to]) => [to, from]));
        const withTests = evidence.baseWithTests.length === 0 ? [] : inquiry.runs("baseWithTests", 1);
        for (const run of runs)
          for (const file of run.files) {
            const before = baseline.first.files.get(moved.get(file.path) ?? file.path);
            canaries += judgeCanaries(inquiry, file, before);
            judgeTraces(inquiry, file, before);
            judgeAgreement(inquiry, file, before, baseline);
          }
        for (const run of withTests)
          for (const file of run.files) {
            const before = baseline.first.files.get(file.path);
            judgeCanaries(inquiry, file, before);
            judgeTraces(inquiry, file, before);
          }
      },
    );
  },
};

/** A test that must fail and one that must pass, in the file's own realm, after its own tests. Returns how many pairs spoke. */
function judgeCanaries(inquiry: Inquiry, file: FileReport, before: FileReport | undefined): 0 | 1 {
  const { canaries, path } = file;
  if (canaries === undefined) {
    if (before?.canaries !== undefined) inquiry.doubt("IN1", `${path} ran without canaries; on base it had them`);
    return 0;
  }
  // A file that never came to its end has none to show; how it ended is judged by itself.
  if (file.end.kind !== "completed" || file.errors.some((error) => error.phase === "collect")) return 0;
  if (canaries.mustPass === "pass" && canaries.mustFail === "fail") return 1;
  const seen = `must pass: ${canaries.mustPass}, must fail: ${canaries.mustFail}`;
  const onBase = before?.canaries;
  if (onBase?.mustPass === canaries.mustPass && onBase.mustFail === canaries.mustFail)
    inquiry.doubt("IN1", `the canaries of ${path} do not do what they must, on base neither (${seen})`);
  else
    inquiry.error({
      rule: "IN1",
      path,
      message: `the runner was tampered with in ${path}: its canaries do not do what they must`,
      expected: "must pass: pass, must fail: fail",
      received: seen,
    });
  return 0;
}

function judgeTraces(inquiry: Inquiry, file: FileReport, before: FileReport | undefined): void {
  const known = new Set(before?.tampering ?? []);
  for (const trace of file.tampering) {
    if (known.has(trace)) inquiry.note({ rule: "IN2", path: file.path, message: `${trace}; on base, too` });
    else inquiry.error({ rule: "IN2", path: file.path, message: `the runner was tampered with: ${trace}` });
  }
  if (before?.frozen === true && !file.frozen) {
    const message = `${file.path} ran with frozen intrinsics on base and without them here`;
    // A test whose own new lines write to an intrinsic has to; whether it put things back, its traces say.
    if (inquiry.evidence.tests.changes.some((change) => change.path === file.path))
      inquiry.note({ rule: "IN8", path: file.path, message });
    else inquiry.doubt("IN8", message);
  }
  if (before !== undefined && before.environment !== file.environment) {
    const changed = inquiry.evidence.tests.changes.some((change) => change.path === file.path);
    if (changed)
      inquiry.note({
        rule: "IN7",
        path: file.path,
        message: "its environment changed",
        expected: before.environment,
        received: file.environment,
      });
    else
      inquiry.error({
        rule: "IN7",
        path: file.path,
        message: `${file.path} ran in another environment than on base`,
        expected: before.environment,
        received: file.environment,
      });
  }
}

/** What the file says of itself against what its tests say. */
function judgeAgreement(inquiry: Inquiry, file: FileReport, before: FileReport | undefined, baseline: Baseline): void {
  const { path, end } = file;
  const at: { path: RepoPath } = { path };
  const known = baseline.fileErrors.get(before?.path ?? path) ?? new Set<string>();
  if (end.kind === "cancelled") inquiry.doubt("IN3", `the run of ${path} was cancelled`);
  else if (end.kind !== "completed" && !known.has(`ended: ${end.kind}`)) {
    const how = end.kind === "timeout" ? `was ended after ${String(end.deadlineMs)} ms` : `${end.kind}: ${end.message}`;
    inquiry.error({ rule: "IN3", ...at, message: `the worker of ${path} did not come to its end mark: ${how}` });
  }
  for (const error of file.unhandled) {
    if (baseline.unhandled.has(errorKey(error)))
      inquiry.note({ rule: "IN4", ...at, message: `an unhandled error that base had, too: ${firstLine(error.message)}` });
    else
      inquiry.error({
        rule: "IN4",
        path: error.place?.path ?? path,
        message: `an error that no test owned, while its tests went on: ${firstLine(`${error.name}: ${error.message}`)}`,
        ...(error.place === undefined ? {} : { line: error.place.line }),
      });
  }
  for (const error of file.errors)
    if (error.phase === "hook" && !known.has(errorKey(error)) && file.tests.every((test) => test.state !== "fail"))
      inquiry.error({
        rule: "IN5",
        ...at,
        message: `a hook of ${path} fails while every test of it is green: ${firstLine(error.message)}`,
      });
  const failed = file.tests.filter((test) => test.state === "fail");
  if (file.state === "pass" && failed[0] !== undefined)
    inquiry.error({ rule: "IN6", ...at, test: failed[0].id, message: `${path} says it passed, and ${nameOf(failed[0])} failed` });
  const explained =
    failed.length > 0 || file.errors.length > 0 || file.unhandled.length > 0 || end.kind !== "completed" || file.tests.length === 0;
  if (file.state === "fail" && !explained)
    inquiry.error({
      rule: "IN6",
      ...at,
      message: `${path} says it failed, and none of its tests did: a red test was turned into another state`,
    });
  for (const test of file.tests) {
    if (test.state === "pass" && !test.fails && test.errors.length > 0 && test.retries === 0)
      inquiry.error({
        rule: "IN6",
        ...at,
        test: test.id,
        message: `${nameOf(test)} is said to pass and carries an error: ${firstLine(test.errors[0]?.message ?? "")}`,
      });
    if (test.state === "none" && test.mode === "run" && end.kind === "completed" && file.errors.length === 0)
      inquiry.error({ rule: "IN10", ...at, test: test.id, message: `${nameOf(test)} was expected and has no result` });
  }
}
