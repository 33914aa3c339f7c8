/** All tickets on one tree, observed again and again: the verdicts, and under the last one what it found. */
import { ChevronRight } from "lucide-react";
import { Collapsible } from "radix-ui";
import { useState } from "react";
import type { TicketId } from "../../core/ticket/index.ts";
import type { Finding, Verdict } from "../../core/verdict/index.ts";
import { classes } from "../parts/button.tsx";
import { OutcomeMark, OutcomeWord } from "../parts/outcome.tsx";
import { CopyText } from "../parts/text.tsx";
import { Findings } from "../run/findings.tsx";
import { TicketLink } from "./ticket-link.tsx";

export function Observations({
  tickets,
  observations,
  onFinding,
}: {
  readonly tickets: readonly TicketId[];
  readonly observations: readonly Verdict[];
  readonly onFinding: (finding: Finding) => void;
}) {
  return (
    <ol>
      {observations.map((verdict, index) => (
        <Observation
          key={index}
          number={index + 1}
          last={index === observations.length - 1}
          tickets={tickets}
          verdict={verdict}
          onFinding={onFinding}
        />
      ))}
    </ol>
  );
}

function Observation({
  number,
  last,
  tickets,
  verdict,
  onFinding,
}: {
  readonly number: number;
  readonly last: boolean;
  readonly tickets: readonly TicketId[];
  readonly verdict: Verdict;
  readonly onFinding: (finding: Finding) => void;
}) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  // Of a single finding, the reason is its very message.
  const repeated = verdict.findings.length === 1 && verdict.findings[0]?.message === verdict.reason;
  const open = chosen ?? (last && verdict.outcome !== "pass");
  return (
    <Collapsible.Root asChild open={open} onOpenChange={setChosen}>
      <li className={classes("gate", `gate-${verdict.outcome}`)} data-testid="integration-verdict" data-outcome={verdict.outcome}>
        <Collapsible.Trigger className="gate-line">
          <OutcomeMark outcome={verdict.outcome} />
          <span className="gate-question">
            Observation {number}: are all {tickets.length} green on one tree?
          </span>
          <span className="gate-answer">
            <OutcomeWord outcome={verdict.outcome} />
          </span>
          <ChevronRight size={14} strokeWidth={2} aria-hidden className="disclosure-chevron gate-chevron" />
        </Collapsible.Trigger>
        <Collapsible.Content className="gate-body">
          <p>
            {!repeated && `${verdict.reason} `}
            <span className="quiet small nowrap">
              tree <CopyText text={verdict.on} kind="oid" />
            </span>
          </p>
          {verdict.findings.length > 0 && (
            <Findings
              findings={verdict.findings}
              onFinding={onFinding}
              aside={(finding) =>
                namedIn(finding.message, tickets).map((ticket) => (
                  <span key={ticket}>
                    run of <TicketLink ticket={ticket} />
                  </span>
                ))
              }
            />
          )}
        </Collapsible.Content>
      </li>
    </Collapsible.Root>
  );
}

/** LB-1 is not named by LB-12. */
function namedIn(message: string, tickets: readonly TicketId[]): readonly TicketId[] {
  const words = new Set(message.split(/[^\p{L}\p{N}_-]+/u));
  return tickets.filter((ticket) => words.has(ticket));
}
