/** Starting runs and waiting for their ends, for journeys that look at how a run went. */
import type { AttemptView, RunView } from "../../src/core/run/index.ts";
import type { GateId } from "../../src/core/gate/gate.ts";
import type { Journey } from "./journey.ts";

const READY_MS = 180_000;
export const RUN_MS = 480_000;

export async function openDemo(journey: Journey, name: string): Promise<void> {
  await journey.ask((fixgate, demo) => fixgate.openDemo(demo), name);
  await untilReady(journey);
}

/** The repository is open and its packages are there. */
export async function untilReady(journey: Journey): Promise<void> {
  await journey.until(
    "the repository and its packages are ready",
    ({ repository }) => repository.kind === "open" && repository.dependencies.kind === "ready",
    READY_MS,
  );
}

/** Returns as soon as the run's first attempt is on screen. */
export async function startRun(journey: Journey, ticket: string): Promise<RunView> {
  const before = (await journey.state()).run?.id ?? null;
  await journey.ask((fixgate, id) => {
    void fixgate.startRun(id as never);
  }, ticket);
  return journey.until(
    `${ticket} has started`,
    ({ run }) => run !== null && run.id !== before && run.subject.ticket.id === ticket && run.attempts.length > 0 && run,
    READY_MS,
  );
}

export async function untilEnd(journey: Journey): Promise<RunView> {
  return journey.until("the run has ended", ({ run, running }) => !running && run?.end != null && run, RUN_MS);
}

export async function runToEnd(journey: Journey, ticket: string): Promise<RunView> {
  await startRun(journey, ticket);
  return untilEnd(journey);
}

/** Gates by outcome, of one attempt; a gate that has said nothing is not among them. */
export function outcomes(attempt: AttemptView | undefined): Partial<Record<GateId, string>> {
  return Object.fromEntries(
    (attempt?.gates ?? []).flatMap(({ gate, verdict }) => (verdict === null ? [] : [[gate, verdict.outcome]])),
  );
}
