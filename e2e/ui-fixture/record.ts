/** A kept attempt, as far as the evidence drawer reads it. */
import type { SuiteReport, TestReport } from "../../src/core/evidence/index.ts";
import type { AttemptRecord, RunView } from "../../src/core/run/index.ts";
import { repoPathOf } from "../../src/core/snapshot/index.ts";
import { digest, oid } from "./subject.ts";

function suite(state: TestReport["state"]): SuiteReport {
  return {
    files: [
      {
        path: repoPathOf("tests/board.test.tsx"),
        state: state === "pass" ? "pass" : "fail",
        end: { kind: "completed" },
        tests: [
          {
            id: "tests/board.test.tsx > board > refreshes every second" as TestReport["id"],
            file: repoPathOf("tests/board.test.tsx"),
            titles: ["board", "refreshes every second"],
            mode: "run",
            state,
            errors: [],
            durationMs: 4,
            retries: 0,
            fails: false,
          },
        ],
        errors: [],
        unhandled: [],
        environment: "happy-dom",
        tampering: [],
        frozen: true,
        snapshots: { written: 0, unmatched: 0, obsolete: 0 },
        durationMs: 400,
      },
    ],
    unsupported: [{ what: "coverage thresholds", advice: "They are not measured here; CI does it.", affects: false }],
    notes: ["The repository's vitest 3.2.4 was replaced by 4.1.12."],
    durationMs: 400,
  };
}

export function recordOf(run: RunView, attempt: number): AttemptRecord {
  const sealed = <T>(on: string, value: T) => ({ version: 1, on: oid(on), digest: digest(on), value, tookMs: 400 });
  const place = { path: repoPathOf("src/ui/dialog.tsx"), line: 28, column: 14, endLine: 28, endColumn: 60 };
  return {
    id: `rec-${attempt.toString()}`,
    run: run.id,
    attempt,
    subject: run.subject,
    verdicts: [],
    texts: [],
    at: run.lastAt,
    evidence: {
      ticket: run.subject.ticket,
      snapshots: { base: oid("base"), baseWithTests: oid("baseWithTests"), fix: oid("fix"), candidate: oid("candidate") },
      fix: { role: "fixer", base: oid("base"), result: oid("fix"), changes: [] },
      tests: { role: "test-writer", base: oid("base"), result: oid("baseWithTests"), changes: [] },
      denied: [],
      baseline: [sealed("base", suite("pass")), sealed("base", suite("fail"))],
      baseWithTests: [],
      candidate: [],
      mutation: sealed("candidate", {
        mutants: [
          {
            id: "1",
            operator: "EqualityOperator",
            place,
            original: "advisory.severity !== null",
            replacement: "advisory.severity === null",
            onChangedToken: true,
            state: "killed" as const,
            killedBy: [],
          },
          {
            id: "2",
            operator: "SomeEvery",
            place,
            original: "advisory.ranges.some((range) => range.open)",
            replacement: "advisory.ranges.every((range) => range.open)",
            onChangedToken: false,
            state: "survived" as const,
            killedBy: [],
            witness: {
              call: "Dialog({ ranges: [open, closed] })",
              candidate: '"all versions"',
              mutant: '"1.x, 2.0"',
              ranBySuite: false,
            },
          },
        ],
        nothingToMutate: false,
        seed: 7,
        budget: { mutants: 120, programs: 4000 },
        unsupported: [],
      }),
      missing: [{ piece: "format", reason: "The repository has no formatter." }],
    },
  };
}
