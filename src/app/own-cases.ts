/**
 * The gates' own cases, asked before a gate is believed. A gate that lets through what it must refuse (or refuses what it must
 * accept) has not judged anything: where it says `pass`, the run reads `unknown`, and no receipt can call that verified.
 */
import { judgeAll, SELF_CHECKS, type GateId, type GateVerdict } from "../core/gate/index.ts";
import type { CaseBookReport } from "./fixgate.ts";

export type OwnCases = CaseBookReport["selfChecks"];

export function runSelfChecks(): OwnCases {
  return SELF_CHECKS.map(({ gate, rule, title, expects, evidence }) => {
    const verdict = judgeAll(evidence).find((each) => each.gate === gate)?.verdict;
    const accepted = verdict?.outcome === "pass" || verdict?.outcome === "not-applicable";
    // Refused for another reason than the case's own, the rule has not been seen to work.
    const byRule = verdict?.findings.some((finding) => finding.rule === rule) === true;
    return { gate, rule, title, expects, held: expects === "accept" ? accepted : !accepted && byRule };
  });
}

/** A refusal stays one: it carries findings that a person can read, and nothing passes by it. */
export function believed(verdicts: readonly GateVerdict[], cases: OwnCases): readonly GateVerdict[] {
  return verdicts.map((each) => {
    const { outcome } = each.verdict;
    const reason = outcome === "pass" || outcome === "not-applicable" ? missedBy(each.gate, cases) : null;
    return reason === null ? each : { ...each, verdict: { ...each.verdict, outcome: "unknown", reason } };
  });
}

/**
 * Why another attempt could change nothing: all that is not verified is so by gates that do not hold their own cases. Null: by
 * something else, or there is nothing.
 */
export function onlyOwnCasesMissed(verdicts: readonly GateVerdict[], cases: OwnCases): string | null {
  const open = verdicts.filter(({ verdict }) => verdict.outcome === "fail" || verdict.outcome === "unknown");
  const reasons = open.map(({ gate, verdict }) => {
    const reason = missedBy(gate, cases);
    return reason === verdict.reason ? reason : null;
  });
  return reasons.length > 0 && reasons.every((reason) => reason !== null) ? reasons.join("; ") : null;
}

function missedBy(gate: GateId, cases: OwnCases): string | null {
  const missed = cases.filter((each) => each.gate === gate && !each.held);
  if (missed.length === 0) return null;
  const named = missed.slice(0, 3).map(({ rule, title, expects }) => `${rule} "${title}" (must ${expects})`);
  const more = missed.length > named.length ? ` and ${String(missed.length - named.length)} more` : "";
  return `the gate ${gate} does not hold its own case ${named.join(", ")}${more}`;
}
