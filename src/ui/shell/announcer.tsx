/** Says aloud what a sighted person sees change: verdicts as they fall, how a run ended, that a repository has opened. */
import { useEffect, useRef } from "react";
import type { RunView } from "../../core/run/index.ts";
import { useAppState } from "../fixgate-context.tsx";
import { standingOf } from "../integration/integration-end.ts";
import { countOf, gateName } from "../parts/words.ts";
import { endOf } from "../run/run-end.ts";

export function Announcer() {
  const run = useAppState((state) => state.run);
  const repository = useAppState((state) => state.repository);
  const integration = useAppState((state) => state.integration);
  const region = useRef<HTMLDivElement>(null);
  const before = useRef<RunView | null>(run);
  const opened = useRef(repository.kind);

  useEffect(() => {
    const previous = before.current;
    before.current = run;
    if (run === null || previous?.id !== run.id) return;
    const said = newsOf(previous, run);
    if (said.length > 0) say(region.current, said.join(" "));
  }, [run]);

  const puttingTogether = useRef(integration);
  useEffect(() => {
    const previous = puttingTogether.current;
    puttingTogether.current = integration;
    if (integration === null) return;
    const { end, observations, probes } = integration;
    const observed = observations.at(-1);
    const probed = probes.at(-1);
    if (end !== null && end !== previous?.end) {
      const words = standingOf(integration, false);
      say(region.current, `${words.word}: ${words.sentence} ${words.next}`);
    } else if (probed !== undefined && probed !== previous?.probes.at(-1))
      say(region.current, `${countOf(probed.kept.length, "ticket")} kept: ${probed.outcome}.`);
    else if (observed !== undefined && observed !== previous?.observations.at(-1))
      say(region.current, `Observation ${observations.length.toString()}: ${observed.outcome}. ${observed.reason}`);
  }, [integration]);

  useEffect(() => {
    const was = opened.current;
    opened.current = repository.kind;
    if (was === repository.kind) return;
    if (repository.kind === "open")
      say(region.current, `${repository.repository.source} is open, ${countOf(repository.tickets.length, "ticket")}.`);
    if (repository.kind === "opening") say(region.current, `Opening ${repository.url}.`);
  }, [repository]);

  return <div ref={region} className="visually-hidden" aria-live="polite" data-testid="announcer" />;
}

/** Straight into the region: what was said is no state of any screen. */
function say(region: HTMLElement | null, text: string): void {
  if (region !== null) region.textContent = text;
}

function newsOf(before: RunView, now: RunView): readonly string[] {
  const said: string[] = [];
  const attempt = now.attempts.at(-1);
  if (attempt !== undefined) {
    const known = before.attempts.find((other) => other.number === attempt.number);
    if (known === undefined) said.push(`Attempt ${attempt.number.toString()}.`);
    for (const gate of attempt.gates) {
      if (gate.verdict === null || known?.gates.find((other) => other.gate === gate.gate)?.verdict !== null) continue;
      const { outcome, reason } = gate.verdict;
      said.push(`${gateName(gate.gate)}: ${outcome}.${outcome === "pass" || outcome === "not-applicable" ? "" : ` ${reason}`}`);
    }
  }
  if (now.end !== null && before.end === null) {
    const end = endOf(now.end);
    said.push(`${end.word}: ${end.sentence} ${end.next}`);
  }
  return said;
}
