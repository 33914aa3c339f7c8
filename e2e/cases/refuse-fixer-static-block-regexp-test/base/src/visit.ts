import { patternOf, type Term } from "./term";

export type Visitor = (term: Term, at: number) => void;

export function eachMention(text: string, terms: readonly Term[], visit: Visitor): void {
  const body = text.trimStart();
  for (const term of terms) {
    for (const found of body.matchAll(patternOf(term.word))) visit(term, found.index);
  }
}
