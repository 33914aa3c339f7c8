export type Kind = "food" | "book" | "tool";

const REDUCED: ReadonlySet<Kind> = new Set<Kind>(["food", "book"]);

export function rateFor(kind: Kind): number {
  return REDUCED.has(kind) ? 7 : 19;
}
