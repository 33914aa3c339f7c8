/** All gates over one attempt. A gate that crashes says so and stops nobody else. */
import type { AttemptEvidence } from "../evidence/index.ts";
import type { Verdict } from "../verdict/index.ts";
import { ablationGate } from "./gates/ablation.ts";
import { acceptanceGate } from "./gates/acceptance.ts";
import { baselineGate } from "./gates/baseline.ts";
import { canFailGate } from "./gates/can-fail.ts";
import { exportGate } from "./gates/export.ts";
import { failsWithoutFixGate } from "./gates/fails-without-fix.ts";
import { formatGate } from "./gates/format.ts";
import { integrityGate } from "./gates/integrity.ts";
import { mutationGate } from "./gates/mutation.ts";
import { passesWithFixGate } from "./gates/passes-with-fix.ts";
import { reviewGate } from "./gates/review.ts";
import { scopeGate } from "./gates/scope.ts";
import { suiteGate } from "./gates/suite.ts";
import { typecheckGate } from "./gates/typecheck.ts";
import { GATE_IDS, type Gate, type GateId } from "./gate.ts";

/** In the order of {@link GATE_IDS}, which is the order on screen and the order in which feedback is looked for. */
export const GATES: readonly Gate[] = [
  scopeGate,
  baselineGate,
  failsWithoutFixGate,
  passesWithFixGate,
  canFailGate,
  suiteGate,
  typecheckGate,
  integrityGate,
  mutationGate,
  ablationGate,
  acceptanceGate,
  formatGate,
  reviewGate,
  exportGate,
];

export interface GateVerdict {
  readonly gate: GateId;
  readonly gateVersion: number;
  readonly verdict: Verdict;
}

export function judgeAll(evidence: AttemptEvidence): readonly GateVerdict[] {
  return GATES.map((gate) => ({ gate: gate.id, gateVersion: gate.version, verdict: judgeSafely(gate, evidence) }));
}

export function judgeSafely(gate: Gate, evidence: AttemptEvidence): Verdict {
  try {
    return gate.judge(evidence);
  } catch (thrown) {
    const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
    const reason = `the gate itself crashed: a bug of ours, please report it with this attempt (${gate.id} ${String(gate.version)}, ${message})`;
    return {
      outcome: "unknown",
      reason,
      findings: [{ rule: "EV8", message: reason, severity: "note" }],
      on: evidence.snapshots.candidate,
      evidence: [],
    };
  }
}

/** Gates whose question need not arise: nothing to mutate, no formatter, no TypeScript, no statement to look up. */
const MAY_NOT_APPLY: ReadonlySet<GateId> = new Set<GateId>(["mutation", "ablation", "acceptance", "format", "typecheck"]);

/** Every gate passed, or did not apply where that may be. Unknown, missing and twofold verdicts are not passes. */
export function isVerified(verdicts: readonly GateVerdict[]): boolean {
  return (
    verdicts.length === GATE_IDS.length &&
    GATE_IDS.every((id) => {
      const outcome = verdicts.find((each) => each.gate === id)?.verdict.outcome;
      return outcome === "pass" || (outcome === "not-applicable" && MAY_NOT_APPLY.has(id));
    })
  );
}
