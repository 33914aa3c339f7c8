/** Tickets put together: what was observed, who is left out and why, what can be taken home. */
import { Download, X } from "lucide-react";
import { useState } from "react";
import type { IntegrationView } from "../../app/integrate.ts";
import { STUCK_AFTER } from "../../core/run/index.ts";
import type { TicketId } from "../../core/ticket/index.ts";
import { useAppState, useFixgate } from "../fixgate-context.tsx";
import { EndWord } from "../history/run-table.tsx";
import { Button, classes } from "../parts/button.tsx";
import { download, useNow } from "../parts/hooks.ts";
import { Progress } from "../parts/progress.tsx";
import { CopyText } from "../parts/text.tsx";
import { bytesOf, durationOf } from "../parts/words.ts";
import { SourceDialog, type SourcePlace } from "../repository/source-dialog.tsx";
import { VerdictMark } from "../run/verdict-bar.tsx";
import { redCount, redInARow, standingOf } from "./integration-end.ts";
import { Observations } from "./observations.tsx";
import { Probes } from "./probes.tsx";
import { TicketLink } from "./ticket-link.tsx";

export function IntegrationResult({ view, running }: { readonly view: IntegrationView; readonly running: boolean }) {
  const [place, setPlace] = useState<SourcePlace | null>(null);
  const { tickets, observations, probes, end } = view;
  const stuck = redCount(observations) >= STUCK_AFTER;
  return (
    <>
      <Standing view={view} running={running} />
      {end?.kind === "stuck" && <LeftOut culprits={end.culprits} why={observations.at(-1)?.reason ?? ""} />}
      {(end?.kind === "stuck" || end?.kind === "green") && <Shipped tickets={end.shipped} />}
      {observations.length > 0 && (
        <section aria-labelledby="observations">
          <h3 id="observations" className="several-subhead">
            All {tickets.length} on one tree
          </h3>
          <Observations
            tickets={tickets}
            observations={observations}
            onFinding={({ path, line }) => {
              if (path !== undefined) setPlace({ path, line: line ?? null });
            }}
          />
        </section>
      )}
      {stuck && (
        <section aria-labelledby="probes">
          <h3 id="probes" className="several-subhead">
            Search for the culprit
          </h3>
          <p className="several-text soft" data-testid="integration-stuck">
            <strong className="tone-fail">{redInARow(view)}: stuck, next action investigate.</strong> Tickets are left out until the
            others are green, likely ones first, then by halves.
          </p>
          <Probes tickets={tickets} probes={probes} shipped={end?.kind === "stuck" ? end.shipped : null} />
        </section>
      )}
      <SourceDialog
        place={place}
        onClose={() => {
          setPlace(null);
        }}
      />
    </>
  );
}

function Standing({ view, running }: { readonly view: IntegrationView; readonly running: boolean }) {
  const words = standingOf(view, running);
  const { end, artifacts } = view;
  return (
    <div
      className={classes("verdict", "several-standing", `verdict-${words.tone}`)}
      data-testid={end === null ? "integration-progress" : "integration-end"}
      data-end={end?.kind}
      data-culprits={end === null ? undefined : end.kind === "stuck" ? end.culprits.join(",") : ""}
      data-shipped={end === null ? undefined : "shipped" in end ? end.shipped.join(",") : ""}
    >
      <VerdictMark tone={words.tone} paused={false} />
      <p className="verdict-text">
        <strong className={`tone-${words.tone}`}>{words.word}</strong>
        <span>
          {words.sentence} <span className="soft">{words.next}</span>
          {running && <Elapsed key={view.step} />}
        </span>
      </p>
      <div className="verdict-actions">
        {artifacts.map((artifact) => (
          <Button
            key={artifact.name}
            tone="primary"
            icon={Download}
            testId={`artifact-${artifact.name}`}
            title={`${artifact.name}, ${bytesOf(artifact.bytes.byteLength)}`}
            onClick={() => {
              download(artifact.name, artifact.bytes);
            }}
          >
            Patch series
          </Button>
        ))}
        {running && <CancelButton />}
      </div>
      {running && (
        <div className="several-bar">
          <Progress label={view.step ?? "Putting together"} done={0} total={null} />
        </div>
      )}
      {artifacts.map(({ name, bytes }) => (
        <p key={name} className="several-bar small soft">
          {bytesOf(bytes.byteLength)}. Each ticket is a commit of its own: <CopyText text={`git am ${name}`} kind="plain" />
        </p>
      ))}
    </div>
  );
}

/** Mounted anew with each step, so it counts from the step's begin. */
function Elapsed() {
  const [since] = useState(() => Date.now());
  const now = useNow(true);
  return now - since < 1000 ? null : <span className="quiet nowrap"> for {durationOf(now - since)}</span>;
}

export function CancelButton() {
  const fixgate = useFixgate();
  return (
    <Button
      icon={X}
      testId="integration-cancel"
      onClick={() => {
        fixgate.cancelRun();
      }}
    >
      Cancel
    </Button>
  );
}

function LeftOut({ culprits, why }: { readonly culprits: readonly TicketId[]; readonly why: string }) {
  return (
    <section aria-labelledby="left-out">
      <h3 id="left-out" className="several-subhead">
        Left out, back on the list <span className="quiet">{culprits.length}</span>
      </h3>
      <ul>
        {culprits.map((ticket) => (
          <Culprit key={ticket} ticket={ticket} why={why} />
        ))}
      </ul>
    </section>
  );
}

function Culprit({ ticket, why }: { readonly ticket: TicketId; readonly why: string }) {
  const listing = useListing(ticket);
  return (
    <li className="several-side several-culprit" data-testid="integration-culprit" data-ticket={ticket}>
      <p>
        <span className="mono ticket-id">{ticket}</span> {listing?.ticket.title}
      </p>
      <p className="soft">With it: {why}</p>
      <p className="small soft">
        {listing?.lastRun != null && (
          <>
            By itself: <EndWord end={listing.lastRun.end} />.{" "}
          </>
        )}
        <TicketLink ticket={ticket} words="Its run and evidence" />
      </p>
    </li>
  );
}

function Shipped({ tickets }: { readonly tickets: readonly TicketId[] }) {
  return (
    <section aria-labelledby="shipped">
      <h3 id="shipped" className="several-subhead">
        Green together, in the series <span className="quiet">{tickets.length}</span>
      </h3>
      <ul className="several-shipped" data-testid="integration-shipped">
        {tickets.map((ticket) => (
          <ShippedTicket key={ticket} ticket={ticket} />
        ))}
      </ul>
    </section>
  );
}

function ShippedTicket({ ticket }: { readonly ticket: TicketId }) {
  const listing = useListing(ticket);
  return (
    <li className="several-side row" data-ticket={ticket}>
      <TicketLink ticket={ticket} />
      <span className="truncate soft" title={listing?.ticket.title}>
        {listing?.ticket.title}
      </span>
    </li>
  );
}

function useListing(ticket: TicketId) {
  return useAppState((state) =>
    state.repository.kind === "open" ? state.repository.tickets.find((listing) => listing.ticket.id === ticket) : undefined,
  );
}
