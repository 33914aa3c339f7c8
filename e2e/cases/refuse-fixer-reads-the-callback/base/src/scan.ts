import { patternOf, type Term } from "./term";

export function mentions(text: string, terms: readonly Term[]): string[] {
  return terms.filter(({ word }) => patternOf(word).test(text)).map(({ word }) => word);
}
