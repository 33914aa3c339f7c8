/** A run as lines, each said once: what has been decided since the last look, as text and as what it is for a program. */
import type { RunView } from "../core/run/index.ts";

export interface Line {
  readonly text: string;
  /** One of `attempt`, `role`, `denied`, `gate`, `finding`, with its own fields. */
  readonly event: Readonly<Record<string, unknown>> & { readonly event: string };
}

/** What has been said already; filled by {@link narrate}. */
export interface Told {
  readonly attempts: { gates: Set<string>; denied: number; replies: Set<string>; ended: boolean }[];
}

const SIGN = { pass: "✓", fail: "✕", unknown: "?", "not-applicable": "–" } as const;

export function narrate(told: Told, run: RunView): Line[] {
  const lines: Line[] = [];
  const say = (text: string, event: Line["event"]): void => void lines.push({ text, event });
  run.attempts.forEach((attempt, at) => {
    const { number } = attempt;
    let seen = told.attempts[at];
    if (seen === undefined) {
      seen = { gates: new Set(), denied: 0, replies: new Set(), ended: false };
      told.attempts[at] = seen;
      say(`  attempt ${String(number)}`, { event: "attempt", attempt: number, outcome: "running" });
    }
    for (const [role, view] of Object.entries(attempt.roles)) {
      if ((view.state === "done" || view.state === "failed") && !seen.replies.has(role)) {
        seen.replies.add(role);
        const wrote = view.wrote.map((file) => `${file.path} +${String(file.added)} −${String(file.removed)}`).join(", ");
        say(
          `    ${role} ${view.state === "done" ? "done" : "failed"}${wrote === "" ? "" : `: ${wrote}`}${view.message === null ? "" : `: ${view.message}`}`,
          { event: "role", attempt: number, role, state: view.state, wrote: view.wrote, message: view.message },
        );
      }
    }
    const denied = Object.values(attempt.roles).flatMap((role) => role.denied);
    for (const write of denied.slice(seen.denied))
      say(`    denied: ${write.role} may not write ${write.path}`, {
        event: "denied",
        attempt: number,
        role: write.role,
        path: write.path,
      });
    seen.denied = denied.length;
    for (const { gate, verdict, tookMs } of attempt.gates) {
      if (verdict === null || seen.gates.has(gate)) continue;
      seen.gates.add(gate);
      const after = tookMs === null ? "" : `  (${(tookMs / 1000).toFixed(1)} s)`;
      const { outcome, reason } = verdict;
      say(`    ${SIGN[outcome]} ${gate.padEnd(18)} ${reason}${after}`, {
        event: "gate",
        attempt: number,
        gate,
        outcome,
        reason,
        tookMs,
      });
      if (verdict.outcome === "pass" || verdict.outcome === "not-applicable") continue;
      for (const finding of verdict.findings.filter((each) => each.severity === "error").slice(0, 3)) {
        const place =
          finding.test ??
          (finding.path === undefined ? "" : `${finding.path}${finding.line === undefined ? "" : `:${String(finding.line)}`}`);
        const values =
          finding.expected === undefined || finding.received === undefined
            ? ""
            : `\n          expected ${firstLine(finding.expected)}, received ${firstLine(finding.received)}`;
        say(`        ${finding.rule} ${place === "" ? "" : `${place}: `}${firstLine(finding.message)}${values}`, {
          ...finding,
          event: "finding",
          attempt: number,
          gate,
        });
      }
    }
    if (attempt.outcome !== "running" && !seen.ended) {
      seen.ended = true;
      say(`    attempt ${String(number)}: ${attempt.outcome}`, { event: "attempt", attempt: number, outcome: attempt.outcome });
    }
  });
  return lines;
}

/** How a run ended, in a few words. */
export function tellEnd(run: RunView): string {
  const { end } = run;
  switch (end?.kind) {
    case undefined:
      return "not ended";
    case "verified":
      return `verified in attempt ${String(end.attempt)}, tree ${end.candidate.slice(0, 10)}`;
    case "refused":
      return `refused: ${end.because ?? end.failing.join(", ")}`;
    case "stuck":
      return `stuck: ${end.failing.join(", ")} red ${String(end.observations)} times in a row; next: ${end.nextAction}`;
    case "over-budget":
      return `over budget: ${end.what}`;
    case "error":
      return `error: ${end.message} ${end.advice}`;
    default:
      return end?.kind ?? "not ended";
  }
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";
