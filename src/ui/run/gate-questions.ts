/** The questions as the gates themselves put them. */
import { GATE_IDS, type GateId } from "../../core/gate/gate.ts";

const QUESTIONS: Readonly<Record<GateId, string>> = {
  scope: "Is every changed path inside its role's mask?",
  baseline: "Is the suite steady before anything was changed?",
  "fails-without-fix": "Does the new test fail without the fix?",
  "passes-with-fix": "Does it pass with the fix, repeated and shuffled?",
  "can-fail": "Could each new test ever fail?",
  suite: "Does everything that passed before still pass?",
  typecheck: "Is there no new diagnostic and no loosened type?",
  integrity: "Did the run itself stay honest?",
  mutation: "Do the tests notice when the changed lines are altered?",
  ablation: "Is every hunk of the fix needed?",
  acceptance: "Do the ticket's own statements hold?",
  format: "Does the repository's formatter leave the files alone?",
  review: "Does the change do what the ticket asks?",
  export: "Is the exported patch byte for byte what was graded?",
};

export function questionOf(gate: GateId): string {
  return QUESTIONS[gate];
}

export { GATE_IDS };
