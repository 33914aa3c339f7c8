import { TriangleAlert } from "lucide-react";
import type { RepositoryState } from "../../app/fixgate.ts";
import { useAppState } from "../fixgate-context.tsx";
import { EndWord } from "../history/run-table.tsx";
import { classes } from "../parts/button.tsx";
import { Disclosure } from "../parts/text.tsx";
import { countOf } from "../parts/words.ts";
import { hrefOf } from "../routing/route.ts";

export function TicketList({
  repository,
  picked,
}: {
  readonly repository: Extract<RepositoryState, { kind: "open" }>;
  readonly picked: string | null;
}) {
  const end = useAppState((state) => state.integration?.end ?? null);
  const leftOut = new Set<string>(end?.kind === "stuck" ? end.culprits : []);
  return (
    <>
      <ul className="ticket-list">
        {repository.tickets.map(({ ticket, origin, warnings, lastRun }) => (
          <li key={ticket.id}>
            <a
              className={classes("ticket-row", ticket.id === picked && "ticket-row-on")}
              href={hrefOf({ screen: "repository", ticket: ticket.id })}
              aria-current={ticket.id === picked ? "true" : undefined}
              data-testid={`ticket-${ticket.id}`}
            >
              <span className="row">
                <span className="mono ticket-id">{ticket.id}</span>
                {origin === "typed" && <span className="quiet small">written here</span>}
                <span className="grow" />
                {leftOut.has(ticket.id) && (
                  <span className="tone-fail small" data-testid={`left-out-${ticket.id}`}>
                    left out of the integration
                  </span>
                )}
                {warnings.length > 0 && (
                  <span className="tone-unknown row small">
                    <TriangleAlert size={14} aria-hidden />
                    {countOf(warnings.length, "warning")}
                  </span>
                )}
                {lastRun !== null && (
                  <span className="small">
                    <EndWord end={lastRun.end} />
                  </span>
                )}
              </span>
              <span className="ticket-title">{ticket.title}</span>
            </a>
          </li>
        ))}
      </ul>
      {repository.unreadableTickets.length > 0 && (
        <Disclosure
          className="ticket-unreadable"
          summary={<span className="tone-unknown">{countOf(repository.unreadableTickets.length, "ticket")} could not be read</span>}
        >
          <ul className="stack small">
            {repository.unreadableTickets.map(({ path, reason }) => (
              <li key={path}>
                <code>{path}</code>
                <br />
                {reason}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  );
}
