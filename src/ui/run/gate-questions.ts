/** The questions as the gates themselves put them. */
import { GATES, type GateId } from "../../core/gate/index.ts";

const QUESTIONS: ReadonlyMap<string, string> = new Map(GATES.map((gate) => [gate.id, gate.question]));

/** A gate of another version's journal has no question here: it is shown by its id. */
export function questionOf(gate: GateId): string {
  return QUESTIONS.get(gate) ?? gate;
}
