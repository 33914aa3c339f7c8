/** One gate: its question, its answer, and the reason before anything else. What is red is open, what is green is a line. */
import { ChevronRight } from "lucide-react";
import { Collapsible } from "radix-ui";
import { useState } from "react";
import type { GateView } from "../../core/run/index.ts";
import type { Finding } from "../../core/verdict/index.ts";
import { classes } from "../parts/button.tsx";
import { OutcomeMark, OutcomeWord, type Outcome } from "../parts/outcome.tsx";
import { durationOf, gateName } from "../parts/words.ts";
import { Findings } from "./findings.tsx";
import { questionOf } from "./gate-questions.ts";

export function GateRow({
  gate,
  outcome,
  tookMs,
  onFinding,
}: {
  readonly gate: GateView;
  readonly outcome: Outcome;
  readonly tookMs: number | null;
  readonly onFinding: (finding: Finding) => void;
}) {
  const speaks = outcome === "fail" || outcome === "unknown";
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? speaks;
  const { verdict } = gate;
  return (
    <Collapsible.Root asChild open={open} onOpenChange={setChosen}>
      <li className={classes("gate", `gate-${outcome}`)} data-testid={`gate-${gate.gate}`} data-outcome={outcome}>
        <Collapsible.Trigger className="gate-line" disabled={verdict === null}>
          <OutcomeMark outcome={outcome} />
          <span className="gate-question">{questionOf(gate.gate)}</span>
          <span className="gate-answer">
            <OutcomeWord outcome={outcome} />
            <span className="gate-time quiet small">{tookMs === null ? "" : durationOf(tookMs)}</span>
          </span>
          {verdict !== null && <ChevronRight size={14} strokeWidth={2} aria-hidden className="disclosure-chevron gate-chevron" />}
        </Collapsible.Trigger>
        {verdict !== null && (
          <Collapsible.Content className="gate-body">
            <p>
              <span className="quiet">{gateName(gate.gate)}.</span> {verdict.reason}
            </p>
            {verdict.findings.length > 0 && <Findings findings={verdict.findings} onFinding={onFinding} />}
          </Collapsible.Content>
        )}
      </li>
    </Collapsible.Root>
  );
}
