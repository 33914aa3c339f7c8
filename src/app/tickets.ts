/** The tickets of a snapshot, parsed, with what a person should know before starting one. */
import type { Snapshot, RepoPath } from "../core/snapshot/index.ts";
import { parseTicketFile, type Ticket } from "../core/ticket/index.ts";
import type { TicketListing } from "./fixgate.ts";

const TICKET_FILE = /^tickets\/[^/]+\.md$/;

export interface FoundTickets {
  readonly tickets: readonly TicketListing[];
  readonly unreadable: readonly { readonly path: RepoPath; readonly reason: string }[];
}

export async function findTickets(snapshot: Snapshot, read: (path: RepoPath) => Promise<string | null>): Promise<FoundTickets> {
  const tickets: TicketListing[] = [];
  const unreadable: { path: RepoPath; reason: string }[] = [];
  const seen = new Set<string>();
  for (const { path } of snapshot.entries) {
    if (!TICKET_FILE.test(path) || /^tickets\/readme\.md$/i.test(path)) continue;
    const text = await read(path);
    if (text === null) {
      unreadable.push({ path, reason: "it is not UTF-8 text" });
      continue;
    }
    const parsed = parseTicketFile(path, text);
    if (!parsed.ok) unreadable.push({ path, reason: `${parsed.error.message} ${parsed.error.advice}` });
    else if (seen.has(parsed.value.id)) unreadable.push({ path, reason: `another ticket has the id ${parsed.value.id} already` });
    else {
      seen.add(parsed.value.id);
      tickets.push(listTicket(parsed.value, "repository", snapshot));
    }
  }
  return { tickets: tickets.sort((a, b) => a.ticket.id.localeCompare(b.ticket.id, "en", { numeric: true })), unreadable };
}

export function listTicket(ticket: Ticket, origin: TicketListing["origin"], snapshot: Snapshot): TicketListing {
  const warnings: string[] = [];
  if (ticket.file !== undefined && !snapshot.entries.some((entry) => entry.path === ticket.file))
    warnings.push(`${ticket.file} is not in this repository: the ticket may be about another version of it.`);
  return { ticket, origin, warnings, lastRun: null };
}
