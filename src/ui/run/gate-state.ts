/** What a gate's row shows: its verdict, or where it stands before one. A gate that was never reached is not a pass. */
import { GATE_IDS, type GateId } from "../../core/gate/gate.ts";
import type { AttemptView, GateView, RunStep, RunView } from "../../core/run/index.ts";
import type { Outcome } from "../parts/outcome.tsx";

const GATHERED_BY: Readonly<Record<RunStep, readonly GateId[]>> = {
  "opening-sandbox": [],
  baseline: ["baseline"],
  fixing: [],
  "writing-test": [],
  "running-tests": ["fails-without-fix", "passes-with-fix", "suite"],
  typechecking: ["typecheck"],
  mutating: ["mutation"],
  ablating: ["ablation"],
  reviewing: ["review"],
  exporting: ["export"],
  judging: [],
};

export function outcomeOf(gate: GateView, attempt: AttemptView, run: RunView): Outcome {
  if (gate.verdict !== null) return gate.verdict.outcome;
  if (attempt.outcome !== "running" || run.end !== null) return "not-asked";
  const current = run.attempts.at(-1)?.number === attempt.number && run.step !== null && !run.paused;
  return current && GATHERED_BY[run.step.step].includes(gate.gate) ? "judging" : "waiting";
}

/** Milliseconds that the evidence under a verdict took to gather; null where none is named. Gates that share evidence share its time. */
export function evidenceTime(gate: GateView, attempt: AttemptView): number | null {
  if (gate.verdict === null) return null;
  const { evidence } = gate.verdict;
  const pieces = attempt.evidence.filter((piece) => evidence.includes(piece.digest));
  return pieces.length === 0 ? null : pieces.reduce((sum, piece) => sum + piece.tookMs, 0);
}

export function tally(attempt: AttemptView, run: RunView): Readonly<Record<Outcome, number>> {
  const counts: Record<Outcome, number> = {
    pass: 0,
    fail: 0,
    unknown: 0,
    "not-applicable": 0,
    waiting: 0,
    judging: 0,
    "not-asked": 0,
  };
  for (const gate of attempt.gates) counts[outcomeOf(gate, attempt, run)]++;
  return counts;
}

/** As the gates stand in the table of GATE_IDS, whatever order they were judged in. */
export function inOrder(gates: readonly GateView[]): readonly GateView[] {
  return [...gates].sort((a, b) => GATE_IDS.indexOf(a.gate) - GATE_IDS.indexOf(b.gate));
}
