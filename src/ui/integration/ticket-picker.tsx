/** The tickets of the repository, to be run one after the other, each by itself from the same base. */
import { Play, X } from "lucide-react";
import { useState } from "react";
import type { RepositoryState, TicketListing } from "../../app/fixgate.ts";
import type { TicketId } from "../../core/ticket/index.ts";
import { useAppState, useFixgate } from "../fixgate-context.tsx";
import { EndWord } from "../history/run-table.tsx";
import { Button } from "../parts/button.tsx";
import { OutcomeMark } from "../parts/outcome.tsx";
import { Progress } from "../parts/progress.tsx";
import { startBlockedBy } from "../repository/can-start.ts";
import { hrefOf } from "../routing/route.ts";
import { useBatch } from "./batch.tsx";

type Place = "running" | "queued" | "at rest";

export function TicketPicker({ repository }: { readonly repository: Extract<RepositoryState, { kind: "open" }> }) {
  const fixgate = useFixgate();
  const { queue, integrating, runAll } = useBatch();
  const blocked = useAppState(startBlockedBy);
  const converged = useAppState((state) => state.converged);
  const current = useAppState((state) => (state.running && state.run?.end === null ? state.run.subject.ticket.id : null));
  const [picked, setPicked] = useState<ReadonlySet<TicketId>>(new Set());
  const all = repository.tickets.map(({ ticket }) => ticket.id);
  const chosen = all.filter((id) => picked.has(id));
  const notYet = all.filter((id) => !converged.includes(id));
  const busy = queue.size > 0;

  const placeOf = ({ ticket, lastRun }: TicketListing): Place => {
    if (ticket.id === current) return "running";
    const before = queue.get(ticket.id);
    return before !== undefined && before === (lastRun?.run ?? null) ? "queued" : "at rest";
  };
  const done = repository.tickets.filter((listing) => queue.has(listing.ticket.id) && placeOf(listing) === "at rest").length;

  return (
    <section className="card several-pane" aria-labelledby="several-run">
      <header className="several-head">
        <h2 id="several-run">Run each by itself</h2>
        <p className="soft small">One after the other, each from the same base and with gates of its own.</p>
        <div className="row row-wrap">
          <Button
            tone="primary"
            icon={Play}
            testId="runs-start"
            disabled={blocked !== null || busy || integrating || chosen.length === 0}
            aria-describedby="runs-note"
            onClick={() => {
              runAll(chosen);
            }}
          >
            Run selected {chosen.length > 0 && chosen.length}
          </Button>
          {busy && (
            <Button
              icon={X}
              testId="runs-cancel"
              onClick={() => {
                fixgate.cancelRun();
              }}
            >
              Cancel
            </Button>
          )}
        </div>
        {busy ? (
          <div className="stack several-progress" data-testid="runs-progress">
            <p id="runs-note" className="small soft">
              {done} of {queue.size} ended{current === null ? ", the next one is being prepared" : `, ${current} is running`}
            </p>
            <Progress label="Runs of the batch" done={done} total={queue.size} />
          </div>
        ) : (
          <p id="runs-note" className="small soft">
            {blocked ?? (chosen.length === 0 ? "Select the tickets to run." : "")}
          </p>
        )}
        <div className="row row-wrap small several-picks">
          <span className="quiet">Select</span>
          {(
            [
              ["all", all],
              ["none", []],
              ["without a green test yet", notYet],
            ] as const
          ).map(([label, ids]) => (
            <button
              key={label}
              type="button"
              className="link"
              data-testid={`tickets-pick-${label.split(" ")[0] ?? label}`}
              onClick={() => {
                setPicked(new Set(ids));
              }}
            >
              {label}
            </button>
          ))}
        </div>
      </header>
      <ul>
        {repository.tickets.map((listing) => (
          <Row
            key={listing.ticket.id}
            listing={listing}
            place={placeOf(listing)}
            green={converged.includes(listing.ticket.id)}
            checked={picked.has(listing.ticket.id)}
            onCheck={(on) => {
              setPicked((before) => {
                const after = new Set(before);
                if (on) after.add(listing.ticket.id);
                else after.delete(listing.ticket.id);
                return after;
              });
            }}
          />
        ))}
      </ul>
    </section>
  );
}

function Row({
  listing: { ticket, lastRun },
  place,
  green,
  checked,
  onCheck,
}: {
  readonly listing: TicketListing;
  readonly place: Place;
  readonly green: boolean;
  readonly checked: boolean;
  readonly onCheck: (on: boolean) => void;
}) {
  const run = useAppState((state) => (place === "running" ? (state.run?.id ?? null) : (lastRun?.run ?? null)));
  return (
    <li className="several-row" data-testid={`several-${ticket.id}`} data-place={place}>
      <label className="several-pick">
        <input
          type="checkbox"
          data-testid={`tickets-select-${ticket.id}`}
          checked={checked}
          onChange={(event) => {
            onCheck(event.target.checked);
          }}
        />
        <span className="grow">
          <span className="mono ticket-id">{ticket.id}</span> {ticket.title}
        </span>
      </label>
      <p className="several-state small">
        {green && (
          <span className="row several-green">
            <OutcomeMark outcome="pass" size={12} /> own test green
          </span>
        )}
        {place === "queued" ? (
          <span className="soft">queued</span>
        ) : place === "running" ? (
          <EndWord end={null} />
        ) : lastRun === null ? (
          <span className="quiet">not run</span>
        ) : (
          <EndWord end={lastRun.end} />
        )}
        {run !== null && place !== "queued" && (
          <a href={hrefOf({ screen: "run", run })} aria-label={`Show the run of ${ticket.id}`}>
            show
          </a>
        )}
      </p>
    </li>
  );
}
