/**
 * Why a text is not a ticket. Each names the field where there is one, says what was found, and says what to write
 * instead: a ticket is written by hand, and "invalid" alone sends its author to our source.
 */
export type TicketError = {
  readonly message: string;
  readonly advice: string;
  /** "acceptance[2].paths"; absent where the text as a whole is meant. */
  readonly field?: string;
} & (
  | { readonly kind: "too-large"; readonly limit: number; readonly received: number }
  | { readonly kind: "no-front-matter" }
  /** 1-based, in the ticket's file, where the parser said it. */
  | { readonly kind: "bad-yaml"; readonly line?: number }
  /** Anchors, aliases, merge keys and tags: valid YAML that a ticket has no use for and an attacker has. */
  | { readonly kind: "yaml-feature"; readonly feature: "anchor" | "alias" | "tag" | "documents"; readonly line?: number }
  | { readonly kind: "unknown-key"; readonly key: string }
  | { readonly kind: "missing" }
  | { readonly kind: "wrong-type"; readonly expected: string; readonly received: string }
  | { readonly kind: "bad-value" }
);
