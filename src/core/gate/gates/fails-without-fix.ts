/** Does a new or changed test fail on base + tests, for a reason that the fix cures? A test that passes without the fix shows nothing. */
import type { TestId } from "../../evidence/index.ts";
import type { Gate } from "../gate.ts";
import { newTests, withoutFix, type NewTest, type WithoutFix } from "../new-tests.ts";
import { indexRun, nameOf, readBaseline, type Baseline, type IndexedRun } from "../suite-reading.ts";
import { proofsByTypes } from "../type-evidence.ts";
import { count, firstLine, inquire, type Inquiry } from "../verdicts.ts";

export const failsWithoutFixGate: Gate = {
  id: "fails-without-fix",
  version: 1,
  question: "Does the new test fail without the fix?",
  judge: (evidence) => {
    let proofs = 0;
    return inquire(
      evidence,
      {
        on: "baseWithTests",
        pass: () => `${count(proofs, "test")} of the attempt ${proofs === 1 ? "fails" : "fail"} without the fix`,
      },
      (inquiry) => {
        const baseline = readBaseline(inquiry.runs("baseline", 1));
        const candidate = indexRun(inquiry.runs("candidate", 1)[0] as never);
        const types = proofsByTypes(inquiry);
        for (const proof of types)
          inquiry.note({
            rule: "FW5",
            path: proof.path,
            message: `red without the fix by its types: ${firstLine(proof.diagnostic.message)}`,
            ...(proof.diagnostic.line === undefined ? {} : { line: proof.diagnostic.line }),
          });
        proofs += types.length;
        const runs = evidence.baseWithTests.length === 0 && types.length > 0 ? [] : inquiry.runs("baseWithTests", 1);
        const items = [...newTests(evidence, baseline, candidate), ...namedByTicket(inquiry, baseline, candidate)];
        for (const item of runs.length === 0 ? [] : items)
          proofs += judgeOne(inquiry, item, withoutFix(evidence, item, runs), baseline);
        if (proofs > 0) return;
        if (items.length === 0 && types.length === 0) inquiry.error({ rule: "FW1", message: noTest(inquiry) });
        else if (items.every((item) => item.kind === "changed"))
          inquiry.error({
            rule: "FW2",
            message: "no test of the changed files fails without the fix: nothing that was changed in them needs it",
          });
        else inquiry.error({ rule: "FW2", message: "every new test passes without the fix" });
      },
    );
  },
};

function noTest(inquiry: Inquiry): string {
  return inquiry.evidence.tests.changes.length === 0
    ? "the test-writer wrote no test"
    : "what the test-writer wrote adds no test to the suite";
}

/** A ticket may name a test that is red on base already: that test is the proof, and nobody of the attempt wrote it. */
function namedByTicket(inquiry: Inquiry, baseline: Baseline, candidate: IndexedRun): readonly NewTest[] {
  const names = inquiry.evidence.ticket.acceptance.flatMap((statement) => (statement.kind === "must-pass" ? [statement.test] : []));
  return [...baseline.red.keys()].flatMap((id): readonly NewTest[] => {
    const test = candidate.tests.get(id);
    if (test?.state !== "pass") return [];
    return [id, test.titles.join(" > "), test.titles.join(" ")].some((name) => names.includes(name))
      ? [{ id, file: test.file, test, kind: "changed" }]
      : [];
  });
}

/** 1 if this test proves that the fix is needed. */
function judgeOne(inquiry: Inquiry, item: NewTest, seen: WithoutFix, baseline: Baseline): 0 | 1 {
  const id: TestId = item.id;
  const name = nameOf(item.test);
  if (baseline.quarantined.has(id)) {
    inquiry.note({ rule: "FW6", test: id, message: `${name} is quarantined: what it does proves nothing` });
    return 0;
  }
  switch (seen.kind) {
    case "failed":
      // A snapshot that was never written, a network that is not there: the fix does not cure that, so it proves nothing.
      if (item.test.state === "fail" && seen.error !== null && item.test.errors[0]?.message === seen.error.message) {
        inquiry.note({
          rule: "FW9",
          test: id,
          message: `fails in the same way with the fix: ${firstLine(seen.error.message)}`,
        });
        return 0;
      }
      inquiry.note({
        rule: "FW4",
        test: id,
        message: `fails without the fix: ${seen.error === null ? "no message" : firstLine(`${seen.error.name}: ${seen.error.message}`)}`,
      });
      return 1;
    case "hung":
      inquiry.note({ rule: "FW4", test: id, message: "hangs without the fix" });
      return 1;
    case "import-of-the-fix":
      inquiry.note({ rule: "FW4", test: id, message: `imports what the fix adds: ${firstLine(seen.error.message)}` });
      return 1;
    case "broken-import":
      inquiry.error({
        rule: "FW3",
        test: id,
        path: item.file,
        message: `fails without the fix only by an import or by its syntax, and the fix does not add what is missing: ${firstLine(seen.error.message)}`,
      });
      return 0;
    case "hook-failed":
      // A hook that the fix cures speaks for the file as a test does.
      inquiry.note({ rule: "FW4", test: id, message: `its hook fails without the fix: ${firstLine(seen.error.message)}` });
      return 1;
    case "passed":
      if (item.kind === "new") inquiry.note({ rule: "FW7", test: id, message: `${name} passes without the fix, too` });
      return 0;
    case "skipped":
      inquiry.note({ rule: "FW7", test: id, message: `${name} is skipped without the fix` });
      return 0;
    case "not-run":
      inquiry.doubt("FW8", `not known what ${name} does without the fix: ${seen.reason}`);
      return 0;
  }
}
