import { memo } from "react";
import type { AttemptView, RunView } from "../../core/run/index.ts";
import type { Finding } from "../../core/verdict/index.ts";
import { OUTCOMES, type Outcome } from "../parts/outcome.tsx";
import { Disclosure } from "../parts/text.tsx";
import { GateRow } from "./gate-row.tsx";
import { evidenceTime, inOrder, outcomeOf, tally } from "./gate-state.ts";

export const GatesColumn = memo(function GatesColumn({
  run,
  attempt,
  onFinding,
}: {
  readonly run: RunView;
  readonly attempt: AttemptView;
  readonly onFinding: (finding: Finding) => void;
}) {
  return (
    <div className="gates">
      <div className="gates-head">
        <h2>Gates</h2>
        <p className="gates-tally small">
          {(Object.entries(tally(attempt, run)) as [Outcome, number][])
            .filter(([, count]) => count > 0)
            .map(([outcome, count]) => (
              <span key={outcome} className={`tone-${OUTCOMES[outcome].tone}`}>
                {count} {OUTCOMES[outcome].word}
              </span>
            ))}
        </p>
      </div>
      <ul>
        {inOrder(attempt.gates).map((gate) => (
          <GateRow
            key={gate.gate}
            gate={gate}
            outcome={outcomeOf(gate, attempt, run)}
            tookMs={evidenceTime(gate, attempt)}
            onFinding={onFinding}
          />
        ))}
      </ul>
      {attempt.feedbackOut !== null && (
        <div className="gates-feedback">
          <Disclosure summary="What the next attempt is told">
            <p className="feedback">{attempt.feedbackOut}</p>
          </Disclosure>
        </div>
      )}
    </div>
  );
});
