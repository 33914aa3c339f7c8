/** The search for the culprit: each run with some tickets left out, and whether the others were green. */
import type { CulpritProbe } from "../../core/gate/index.ts";
import type { TicketId } from "../../core/ticket/index.ts";
import { classes } from "../parts/button.tsx";
import { OutcomeMark, OUTCOMES } from "../parts/outcome.tsx";
import { countOf } from "../parts/words.ts";

const OUTCOME_OF = { green: "pass", red: "fail", unknown: "unknown" } as const;

export function Probes({
  tickets,
  probes,
  shipped,
}: {
  readonly tickets: readonly TicketId[];
  readonly probes: readonly CulpritProbe[];
  /** What ships, once that is known: the probe that saw just these green is the one that it rests on. */
  readonly shipped: readonly TicketId[] | null;
}) {
  return (
    <ol className="probes">
      {probes.map((probe, index) => {
        const outcome = OUTCOME_OF[probe.outcome];
        const out = tickets.filter((ticket) => !probe.kept.includes(ticket));
        const rests =
          probe.outcome === "green" && shipped?.length === probe.kept.length && shipped.every((id) => probe.kept.includes(id));
        return (
          <li
            key={index}
            className={classes("probe", rests && "probe-rests")}
            data-testid="integration-probe"
            data-outcome={probe.outcome}
            data-left-out={out.join(",")}
          >
            <span className="quiet probe-number">{index + 1}</span>
            <span className="probe-strip" aria-hidden>
              {tickets.map((ticket) => (
                <span
                  key={ticket}
                  className={probe.kept.includes(ticket) ? `probe-in probe-${probe.outcome}` : "probe-out"}
                  title={ticket}
                />
              ))}
            </span>
            <p className="probe-words">
              left out {out.join(", ")} <span className="quiet nowrap">kept {countOf(probe.kept.length, "ticket")}</span>
              {rests && <span className="soft">, what ships rests on this</span>}
            </p>
            <span className={`probe-answer outcome-word tone-${OUTCOMES[outcome].tone}`}>
              <OutcomeMark outcome={outcome} /> {probe.outcome}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
