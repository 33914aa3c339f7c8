/** One gate: its question, its answer, and the reason before anything else. What is red is open, what is green is a line. */
import { ChevronRight } from "lucide-react";
import { Collapsible } from "radix-ui";
import { useState } from "react";
import type { GateView } from "../../core/run/index.ts";
import type { Finding } from "../../core/verdict/index.ts";
import { classes } from "../parts/button.tsx";
import { OutcomeMark, OutcomeWord, type Outcome } from "../parts/outcome.tsx";
import { Place } from "../parts/text.tsx";
import { countOf, durationOf, gateName } from "../parts/words.ts";
import { questionOf } from "./gate-questions.ts";

/** A bulk rewrite can leave hundreds: the first ones say what is wrong. */
const SHOWN = 8;

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

function Findings({
  findings,
  onFinding,
}: {
  readonly findings: readonly Finding[];
  readonly onFinding: (finding: Finding) => void;
}) {
  const [all, setAll] = useState(false);
  const sorted = [...findings].sort((a, b) => Number(a.severity === "note") - Number(b.severity === "note"));
  const shown = all ? sorted : sorted.slice(0, SHOWN);
  return (
    <>
      <ul className="findings">
        {shown.map((finding, index) => (
          <FindingItem key={index} finding={finding} onFinding={onFinding} />
        ))}
      </ul>
      {sorted.length > shown.length && (
        <button
          type="button"
          className="link small"
          onClick={() => {
            setAll(true);
          }}
        >
          {countOf(sorted.length - shown.length, "more finding")}
        </button>
      )}
    </>
  );
}

function FindingItem({ finding, onFinding }: { readonly finding: Finding; readonly onFinding: (finding: Finding) => void }) {
  return (
    <li className={`finding finding-${finding.severity}`} data-testid="finding" data-rule={finding.rule}>
      {finding.test !== undefined && <p className="finding-test">{finding.test.split(" > ").join(" › ")}</p>}
      <p>{finding.message}</p>
      {(finding.expected !== undefined || finding.received !== undefined) && (
        <dl className="finding-values">
          {finding.expected !== undefined && (
            <div>
              <dt>expected</dt>
              <dd className="mono">{finding.expected}</dd>
            </div>
          )}
          {finding.received !== undefined && (
            <div>
              <dt>received</dt>
              <dd className="mono">{finding.received}</dd>
            </div>
          )}
        </dl>
      )}
      <p className="finding-foot small quiet">
        {finding.path !== undefined && (
          <Place
            path={finding.path}
            line={finding.line}
            onOpen={() => {
              onFinding(finding);
            }}
          />
        )}
        <span>
          {finding.severity === "note" ? "note, does not decide, " : ""}
          {finding.rule}
        </span>
      </p>
    </li>
  );
}
