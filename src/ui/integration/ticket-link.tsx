import type { TicketId } from "../../core/ticket/index.ts";
import { useAppState } from "../fixgate-context.tsx";
import { hrefOf } from "../routing/route.ts";

/** A ticket by its id; it leads to its last run on this base, where its evidence is. */
export function TicketLink({ ticket, words }: { readonly ticket: TicketId; readonly words?: string }) {
  const run = useAppState((state) =>
    state.repository.kind === "open"
      ? (state.repository.tickets.find((listing) => listing.ticket.id === ticket)?.lastRun?.run ?? null)
      : null,
  );
  if (run === null) return <span className="mono">{ticket}</span>;
  return (
    <a className={words === undefined ? "mono" : undefined} href={hrefOf({ screen: "run", run })} data-testid={`run-of-${ticket}`}>
      {words ?? ticket}
    </a>
  );
}
