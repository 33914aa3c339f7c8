/** What a verified attempt was not asked, each with its reason. A receipt without this list would promise too much. */
import { sealedPieces, type AttemptEvidence } from "../evidence/index.ts";
import type { GateVerdict } from "../gate/judge.ts";
import { readBaseline } from "../gate/suite-reading.ts";
import { PIECE_WORDS } from "../gate/verdicts.ts";

export interface NotChecked {
  readonly what: string;
  readonly reason: string;
}

export function notCheckedIn(evidence: AttemptEvidence, verdicts: readonly GateVerdict[]): readonly NotChecked[] {
  const found: NotChecked[] = [];
  for (const { gate, verdict } of verdicts)
    if (verdict.outcome === "unknown" || verdict.outcome === "not-applicable") found.push({ what: gate, reason: verdict.reason });
  for (const { piece, reason } of evidence.missing) found.push({ what: PIECE_WORDS[piece], reason });
  for (const { sealed } of sealedPieces(evidence)) {
    const { unsupported } = sealed.value as {
      readonly unsupported?: readonly { readonly what: string; readonly advice: string }[];
    };
    for (const entry of unsupported ?? [])
      found.push({ what: entry.what, reason: `the sandbox does not do this. ${entry.advice}` });
  }
  const mutants = evidence.mutation?.value.mutants ?? [];
  const states = [
    ["not-run", "budget"],
    ["timeout", "they never ended"],
    ["invalid", "they do not compile"],
  ] as const;
  for (const [state, reason] of states) {
    const many = mutants.filter((mutant) => mutant.state === state).length;
    if (many > 0) found.push({ what: `${String(many)} of ${String(mutants.length)} mutants`, reason });
  }
  const unknownHunks = (evidence.ablation?.value.hunks ?? []).filter((hunk) => hunk.neededBy === "unknown").length;
  if (unknownHunks > 0)
    found.push({ what: `${String(unknownHunks)} hunks of the fix left out`, reason: "not known whether they are needed" });
  const calibration = evidence.review?.value.calibration;
  if (calibration?.kind === "not-needed") found.push({ what: "a model's judgement", reason: calibration.reason });
  const seen = new Set<string>();
  return found.filter(({ what, reason }) => {
    const key = `${what}\u0000${reason}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

export function quarantinedIn(evidence: AttemptEvidence): readonly { readonly test: string; readonly reason: string }[] {
  if (evidence.baseline.length === 0) return [];
  return [...readBaseline(evidence.baseline.map((run) => run.value)).quarantined]
    .map(([test, reason]) => ({ test, reason }))
    .sort((a, b) => (a.test < b.test ? -1 : 1));
}
