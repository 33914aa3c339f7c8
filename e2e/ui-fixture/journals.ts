/** Journals as a run would have written them; the screens see them through the core's own fold. */
import { GATE_IDS, type GateId } from "../../src/core/gate/gate.ts";
import { foldRun, type RunEnd, type RunEvent, type RunView } from "../../src/core/run/index.ts";
import { repoPathOf } from "../../src/core/snapshot/index.ts";
import type { Finding, Verdict } from "../../src/core/verdict/index.ts";
import type { EvidenceName } from "../../src/core/evidence/index.ts";
import { digest, oid, runIdOf, SUBJECT } from "./subject.ts";
import { REPLY } from "./texts.ts";

type Body = RunEvent extends infer E ? (E extends RunEvent ? Omit<E, "run" | "seq" | "at"> : never) : never;

const DIALOG = repoPathOf("src/ui/dialog.tsx");
const TEST = repoPathOf("tests/dialog.test.tsx");

const REASONS: Readonly<Record<GateId, string>> = {
  scope: "2 files changed, each inside its role's mask. 1 write was denied.",
  baseline: "31 tests in 6 files gave the same results twice, once shuffled.",
  "fails-without-fix": "1 new test fails on base: it finds the word UNKNOWN.",
  "passes-with-fix": "1 new test passed in 4 of 4 runs, 3 of them shuffled.",
  "can-fail": "The new test failed on base.",
  suite: "31 of 31 tests that passed before still pass.",
  typecheck: "No diagnostic that base did not have.",
  integrity: "Every expected test reported an explicit pass; the canaries did what they must.",
  mutation: "6 of 7 mutants of the changed lines were killed; the survivor does not count.",
  ablation: "The one hunk of the fix is needed by a test.",
  acceptance: "4 statements: 2 met, 2 left to the reviewer.",
  format: "The repository has no formatter.",
  review: "2 of 2 statements met, on this candidate.",
  export: "The patch gives the graded tree, byte for byte.",
};

const EVIDENCE: readonly (readonly [piece: EvidenceName, on: string, tookMs: number])[] = [
  ["baseline", "base", 1640],
  ["baseline", "base", 1510],
  ["inspection", "candidate", 12],
  ["baseWithTests", "baseWithTests", 412],
  ["candidate", "candidate", 1580],
  ["candidate", "candidate", 388],
  ["candidate", "candidate", 401],
  ["typecheckBase", "base", 2350],
  ["typecheckCandidate", "candidate", 1120],
  ["mutation", "candidate", 2870],
  ["ablation", "candidate", 390],
  ["acceptance", "candidate", 4],
  ["review", "candidate", 24],
  ["export", "candidate", 61],
];

const RESTS_ON: Readonly<Partial<Record<GateId, readonly number[]>>> = {
  scope: [2],
  baseline: [0, 1],
  "fails-without-fix": [3],
  "passes-with-fix": [4, 5, 6],
  "can-fail": [3],
  suite: [4],
  typecheck: [7, 8],
  integrity: [4],
  mutation: [9],
  ablation: [10],
  acceptance: [11],
  review: [12],
  export: [13],
};

const digestAt = (index: number) => digest(`piece ${index.toString()}`);

function verdictOf(gate: GateId, part: Partial<Verdict> = {}): Verdict {
  return {
    outcome: gate === "format" ? "not-applicable" : "pass",
    reason: REASONS[gate],
    findings: [],
    on: oid("candidate"),
    evidence: (RESTS_ON[gate] ?? []).map(digestAt),
    ...part,
  };
}

const SUITE_FINDINGS: readonly Finding[] = [
  {
    rule: "SU1",
    severity: "error",
    test: "tests/board.test.tsx > board > sorts by severity, unmeasured last",
    message: "passed on base, fails on the candidate",
    expected: '["A-3", "A-1", "A-2"]',
    received: '["A-1", "A-3", "A-2"]',
    path: repoPathOf("tests/board.test.tsx"),
    line: 48,
  },
];
const TYPE_FINDINGS: readonly Finding[] = [
  {
    rule: "TC1",
    severity: "error",
    message: "TS2322: Type 'Severity | undefined' is not assignable to type 'Severity'.",
    path: DIALOG,
    line: 20,
  },
];
const MUTATION_FINDINGS: readonly Finding[] = [
  {
    rule: "MU4",
    severity: "note",
    message:
      "ConditionalExpression survived beside the change: advisory.ranges.some(…) became advisory.ranges.every(…). Not protected before either.",
    path: DIALOG,
    line: 28,
  },
];

class Journal {
  readonly name: string;
  readonly #events: RunEvent[] = [];
  #at: number;
  constructor(name: string, startedAt: number) {
    this.name = name;
    this.#at = startedAt;
    this.add(0, { type: "run-opened", subject: SUBJECT });
  }
  add(afterMs: number, body: Body): this {
    this.#at += afterMs;
    this.#events.push({ run: runIdOf(this.name), seq: this.#events.length, at: this.#at, ...body });
    return this;
  }
  view(): RunView {
    const view = foldRun(this.#events);
    if (view === null) throw new Error("an empty journal");
    return view;
  }
}

function roles(journal: Journal, attempt: number): Journal {
  return journal
    .add(20, {
      type: "attempt-started",
      attempt,
      feedback:
        attempt === 1
          ? null
          : 'whole suite: board › sorts by severity, unmeasured last passed on base and fails with the change.\nexpected ["A-3", "A-1", "A-2"], received ["A-1", "A-3", "A-2"].',
    })
    .add(1, { type: "role-started", attempt, role: "fixer" })
    .add(30, { type: "file-read", attempt, role: "fixer", path: "src/ui/dialog.tsx" })
    .add(5, { type: "file-read", attempt, role: "fixer", path: "src/ui/badge.tsx" })
    .add(5, { type: "file-read", attempt, role: "fixer", path: "src/model/severity.ts" })
    .add(900, { type: "reply", attempt, role: "fixer", text: REPLY, tokens: 186, ms: 0, problem: null })
    .add(2, {
      type: "write-denied",
      attempt,
      denied: {
        role: "fixer",
        operation: "write",
        path: "tests/dialog.test.tsx",
        rule: "WM2",
        message: "tests/dialog.test.tsx is outside the fixer's mask: tests belong to the test-writer.",
      },
    })
    .add(3, { type: "file-written", attempt, role: "fixer", path: DIALOG, added: 3, removed: 1 })
    .add(3, { type: "role-ended", attempt, role: "fixer", outcome: "done", message: null, result: oid("fix") })
    .add(1, { type: "role-started", attempt, role: "test-writer" })
    .add(30, { type: "file-read", attempt, role: "test-writer", path: "tests/dialog.test.tsx" })
    .add(700, {
      type: "reply",
      attempt,
      role: "test-writer",
      text: "File: tests/dialog.test.tsx …",
      tokens: 241,
      ms: 8200,
      problem: null,
    })
    .add(3, { type: "file-written", attempt, role: "test-writer", path: TEST, added: 6, removed: 0 })
    .add(3, { type: "role-ended", attempt, role: "test-writer", outcome: "done", message: null, result: oid("tests") });
}

function evidence(journal: Journal, attempt: number, pieces = EVIDENCE.length): Journal {
  EVIDENCE.slice(0, pieces).forEach(([piece, on, tookMs], index) => {
    journal.add(tookMs, { type: "evidence", attempt, piece, on: oid(on), digest: digestAt(index), tookMs });
  });
  return journal;
}

function judge(
  journal: Journal,
  attempt: number,
  gates: readonly GateId[],
  changed: Partial<Record<GateId, Partial<Verdict>>> = {},
): Journal {
  for (const gate of gates)
    journal.add(1, { type: "verdict", attempt, gate, gateVersion: 1, verdict: verdictOf(gate, changed[gate]) });
  return journal;
}

const reviewer = (journal: Journal, attempt: number) =>
  journal
    .add(2, { type: "role-started", attempt, role: "reviewer" })
    .add(400, { type: "reply", attempt, role: "reviewer", text: '{ "verdict": "approve" }', tokens: 120, ms: 4100, problem: null })
    .add(2, { type: "role-ended", attempt, role: "reviewer", outcome: "done", message: null, result: null });

const RED: Partial<Record<GateId, Partial<Verdict>>> = {
  suite: { outcome: "fail", reason: "1 test that passed before fails now.", findings: SUITE_FINDINGS },
  typecheck: { outcome: "fail", reason: "1 diagnostic that base did not have.", findings: TYPE_FINDINGS },
  mutation: { outcome: "unknown", reason: "Not measured: the suite is red, so a mutant's death would say nothing." },
  review: { outcome: "unknown", reason: "Not asked: the suite is red." },
};

const HOUR = 3_600_000;

export function verifiedRun(startedAt = Date.now() - HOUR): RunView {
  const journal = evidence(reviewer(roles(new Journal("r-verified", startedAt), 1), 1), 1);
  judge(journal, 1, GATE_IDS, { mutation: { findings: MUTATION_FINDINGS } });
  return journal
    .add(2, { type: "attempt-ended", attempt: 1, record: "rec-1", outcome: "verified", feedback: null })
    .add(1, { type: "run-ended", end: { kind: "verified", attempt: 1, candidate: oid("candidate") } })
    .view();
}

export function stuckRun(startedAt = Date.now() - HOUR): RunView {
  const journal = new Journal("r-stuck", startedAt);
  for (const attempt of [1, 2, 3]) {
    evidence(roles(journal, attempt), attempt, 9);
    judge(
      journal,
      attempt,
      GATE_IDS.filter((gate) => gate !== "export"),
      RED,
    );
    journal.add(2, {
      type: "attempt-ended",
      attempt,
      record: `rec-${attempt.toString()}`,
      outcome: "refused",
      feedback: "whole suite: board › sorts by severity, unmeasured last passed on base and fails with the change.",
    });
  }
  return journal
    .add(1, {
      type: "run-ended",
      end: { kind: "stuck", failing: ["suite", "typecheck"], observations: 3, nextAction: "investigate" },
    })
    .view();
}

/** In the second attempt, the suite under way. */
export function runningRun(): RunView {
  const journal = new Journal("r-running", Date.now() - 42_000);
  evidence(roles(journal, 1), 1, 9);
  judge(
    journal,
    1,
    GATE_IDS.filter((gate) => gate !== "export"),
    RED,
  );
  journal.add(2, {
    type: "attempt-ended",
    attempt: 1,
    record: "rec-1",
    outcome: "refused",
    feedback: "whole suite: one test is red.",
  });
  roles(journal, 2);
  evidence(journal, 2, 4);
  judge(journal, 2, ["scope", "baseline", "fails-without-fix", "can-fail"]);
  return journal.add(5, { type: "step", attempt: 2, step: "running-tests", detail: "candidate, in order" }).view();
}

/** The first attempt, the fixer's reply still coming. */
export function writingRun(): RunView {
  return new Journal("r-writing", Date.now() - 9000)
    .add(10, { type: "step", attempt: 1, step: "baseline", detail: "" })
    .add(3000, { type: "attempt-started", attempt: 1, feedback: null })
    .add(1, { type: "role-started", attempt: 1, role: "fixer" })
    .add(30, { type: "file-read", attempt: 1, role: "fixer", path: "src/ui/dialog.tsx" })
    .add(2, { type: "step", attempt: 1, step: "fixing", detail: "" })
    .view();
}

export function endedRun(end: RunEnd): RunView {
  const journal = evidence(roles(new Journal(`r-${end.kind}`, Date.now() - HOUR), 1), 1, 5);
  judge(journal, 1, ["scope", "baseline", "fails-without-fix"]);
  return journal.add(5, { type: "run-ended", end }).view();
}
