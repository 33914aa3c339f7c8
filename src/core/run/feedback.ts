/**
 * What the next attempt is told: the first failing gate's findings, short enough for a small model, each role only what
 * is its own. The test-writer stays blind: no text of the fix, and no value that the fix produced, reaches it.
 */
import type { AttemptEvidence, MutantReport } from "../evidence/index.ts";
import type { GateId } from "../gate/gate.ts";
import type { GateVerdict } from "../gate/judge.ts";
import { survivorCounts } from "../gate/gates/mutation.ts";
import type { WritingRole } from "../role/index.ts";
import type { Finding } from "../verdict/index.ts";
import { isTestPath } from "../write-mask/index.ts";

export interface Feedback {
  readonly fixer: string | null;
  readonly testWriter: string | null;
}

const MAX_FINDINGS = 4;
const MAX_LENGTH = 1_200;
const SILENT: Feedback = { fixer: null, testWriter: null };

export function feedbackFor(verdicts: readonly GateVerdict[], evidence: AttemptEvidence): Feedback {
  for (const { gate, verdict } of verdicts) {
    if (verdict.outcome !== "fail") continue;
    const errors = verdict.findings.filter((finding) => finding.severity === "error");
    const said = say(gate, errors, evidence);
    if (said.fixer !== null || said.testWriter !== null) return { fixer: clip(said.fixer), testWriter: clip(said.testWriter) };
  }
  // What is unknown is nobody's to put right by writing other code.
  return SILENT;
}

function say(gate: GateId, errors: readonly Finding[], evidence: AttemptEvidence): Feedback {
  switch (gate) {
    case "scope":
    case "format":
    case "typecheck":
    case "integrity":
      return {
        fixer: list(
          INTRO[gate],
          errors.filter((finding) => roleOf(finding, evidence) === "fixer"),
        ),
        testWriter: list(
          INTRO[gate],
          errors.filter((finding) => roleOf(finding, evidence) === "test-writer"),
        ),
      };
    case "fails-without-fix":
    case "can-fail":
      return { fixer: null, testWriter: list(INTRO[gate], errors) };
    case "passes-with-fix":
      return {
        fixer: list("The new test does not pass with your change. Either the change is wrong or it is not complete:", errors, true),
        testWriter: list(
          "Your test does not pass, or not each time. Ask only what the ticket says, and nothing that depends on time or order:",
          errors.map((finding) => ({ ...finding, message: finding.test ?? "a test" })),
        ),
      };
    case "suite": {
      const own = (finding: Finding) =>
        ["SU1", "SU2", "SU4", "SU11", "SU12"].includes(finding.rule) && changedBy("test-writer", finding, evidence);
      return {
        fixer: list(
          "Your change breaks tests that passed before. Keep what they ask for:",
          errors.filter((finding) => !own(finding)),
          true,
        ),
        testWriter: list("Leave the tests that are there as they are. These were changed for the worse:", errors.filter(own)),
      };
    }
    case "mutation":
      return sayMutants(evidence);
    case "ablation":
      return { fixer: list("These parts of your change are needed by nothing. Leave them out:", errors), testWriter: null };
    case "acceptance":
      return { fixer: list("Statements of the ticket that do not hold yet:", errors), testWriter: null };
    case "review":
      return { fixer: list("The reviewer says:", errors), testWriter: null };
    case "baseline":
    case "export":
      return SILENT;
  }
}

const INTRO = {
  scope: "You may not change these paths:",
  format: "The repository's formatter would change:",
  typecheck: "The type check says, because of your change:",
  integrity: "This may not stand in a change:",
  "fails-without-fix": "Your test does not show the bug: it must fail on the code as it is now, by its assertion.",
  "can-fail": "A test that can't fail is no test:",
} as const;

/** A witness is put as a question: what the fix answers is not said, so the test-writer has to find it in the ticket. */
function sayMutants(evidence: AttemptEvidence): Feedback {
  const mutants = evidence.mutation?.value.mutants ?? [];
  const survivors = mutants.filter((mutant) => mutant.state === "survived" && survivorCounts(evidence, mutant) !== null);
  const uncovered = mutants.filter((mutant) => mutant.state === "not-covered" && mutant.onChangedToken);
  const place = (mutant: MutantReport) => `${mutant.place.path}:${String(mutant.place.line)}`;
  const questions = [
    ...new Set(survivors.map((mutant) => `- What must ${one(mutant.witness?.call ?? "")} give, by the ticket? No test asks.`)),
    ...new Set(uncovered.map((mutant) => `- No test runs ${place(mutant)}.`)),
  ];
  const doubts = survivors.map(
    (mutant) =>
      `- ${place(mutant)}: \`${one(mutant.original)}\` or \`${one(mutant.replacement)}\`? Make sure which one the ticket asks for.`,
  );
  return {
    fixer: doubts.length === 0 ? null : ["The tests do not tell these apart:", ...doubts.slice(0, MAX_FINDINGS)].join("\n"),
    testWriter:
      questions.length === 0
        ? null
        : ["Your test leaves questions open. Ask them, too:", ...questions.slice(0, MAX_FINDINGS)].join("\n"),
  };
}

function roleOf(finding: Finding, evidence: AttemptEvidence): WritingRole {
  if (finding.rule === "SC2") {
    const denied = evidence.denied.find((write) => finding.message.includes(JSON.stringify(write.path)));
    return denied?.role === "test-writer" ? "test-writer" : "fixer";
  }
  if (changedBy("fixer", finding, evidence)) return "fixer";
  return changedBy("test-writer", finding, evidence) || (finding.path !== undefined && isTestPath(finding.path))
    ? "test-writer"
    : "fixer";
}

function changedBy(role: WritingRole, finding: Finding, evidence: AttemptEvidence): boolean {
  const { changes } = role === "fixer" ? evidence.fix : evidence.tests;
  return changes.some((change) => change.path === finding.path);
}

function list(intro: string, findings: readonly Finding[], values = false): string | null {
  if (findings.length === 0) return null;
  const lines = findings.slice(0, MAX_FINDINGS).map((finding) => {
    const place =
      finding.path === undefined ? "" : `${finding.path}${finding.line === undefined ? "" : `:${String(finding.line)}`}: `;
    const both =
      values && finding.expected !== undefined && finding.received !== undefined
        ? ` (expected ${one(finding.expected)}, received ${one(finding.received)})`
        : "";
    return `- ${place}${one(finding.message, 240)}${both}`;
  });
  if (findings.length > MAX_FINDINGS) lines.push(`- and ${String(findings.length - MAX_FINDINGS)} more`);
  return [intro, ...lines].join("\n");
}

const one = (text: string, length = 120): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > length ? `${line.slice(0, length)}…` : line;
};
const clip = (text: string | null): string | null =>
  text === null || text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
