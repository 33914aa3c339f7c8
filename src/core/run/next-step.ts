/**
 * Whether a run goes on. A run that shows the same red three times in a row is not working on the ticket any more: it is
 * stuck, and the next action is a person's.
 */
import type { GateId } from "../gate/gate.ts";
import type { Budget, RunEnd } from "./run.ts";

/** Gates that were red or unknown when an attempt (or a merged tree) was judged. Empty: verified. */
export interface Observation {
  readonly gates: readonly GateId[];
}

export interface BudgetUse {
  readonly attempts: number;
  readonly tokens: number;
  readonly wallMs: number;
}

/** Observations of the same gates in a row that make a run `stuck`. */
export const STUCK_AFTER = 3;

/** How many of the last observations show the very gates that the last one shows. */
export function sameInARow(observations: readonly Observation[]): number {
  const key = (observation: Observation | undefined) => [...new Set(observation?.gates ?? [])].sort().join(" ");
  const last = key(observations.at(-1));
  let same = 0;
  for (let at = observations.length - 1; at >= 0 && key(observations[at]) === last; at--) same++;
  return same;
}

/** Null: try again. Asked after each attempt that was not verified. */
export function endOf(observations: readonly Observation[], use: BudgetUse, budget: Budget): RunEnd | null {
  const last = observations.at(-1);
  if (last === undefined || last.gates.length === 0) return null;
  const same = sameInARow(observations);
  if (same >= STUCK_AFTER) return { kind: "stuck", failing: last.gates, observations: same, nextAction: "investigate" };
  if (use.attempts >= budget.attempts) return { kind: "refused", failing: last.gates };
  return overBudget(use, budget);
}

export function overBudget(use: BudgetUse, budget: Budget): RunEnd | null {
  if (use.tokens >= budget.tokens) return { kind: "over-budget", what: "tokens" };
  if (use.wallMs >= budget.wallMs) return { kind: "over-budget", what: "wall-clock" };
  return null;
}
