/** An immutable request. Its text is hostile until parsed and stays data afterwards: nothing in it is ever obeyed. */
import type { RepoPath } from "../snapshot/index.ts";

declare const ticketId: unique symbol;
/** Letters, digits, `.`, `_`, `-`; at most 64 characters: it becomes a file name and a branch name. */
export type TicketId = string & { readonly [ticketId]: true };

/**
 * One thing that must hold when the ticket is done. `prose` is judged by the reviewer alone, the others by the
 * acceptance gate too. `pattern` is the source of a JavaScript regular expression (see pattern.ts); `paths` and `except`
 * are globs.
 */
export type AcceptanceStatement = { readonly statement: string } & (
  | { readonly kind: "prose" }
  | {
      readonly kind: "must-match" | "must-not-match";
      readonly pattern: string;
      readonly paths: readonly string[];
      readonly except: readonly string[];
    }
  | { readonly kind: "must-exist" | "must-not-exist"; readonly path: RepoPath }
  | { readonly kind: "must-pass"; readonly test: string }
);

export interface Ticket {
  readonly id: TicketId;
  readonly title: string;
  readonly body: string;
  readonly file?: RepoPath;
  /** 1-based. */
  readonly line?: number;
  readonly acceptance: readonly AcceptanceStatement[];
  /** Protected paths that the ticket itself is about: what the masks then let through, shown in the gate and on the receipt. */
  readonly touches: readonly RepoPath[];
}

/** What a reviewer answers to, one entry each: the acceptance statements, or the title where there are none. */
export function statementsOf(ticket: Ticket): readonly string[] {
  return ticket.acceptance.length > 0 ? ticket.acceptance.map((a) => a.statement) : [ticket.title];
}
