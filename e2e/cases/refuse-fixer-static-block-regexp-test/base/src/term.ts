export interface Term {
  readonly word: string;
  readonly meaning: string;
}

const patterns = new Map<string, RegExp>();

export function patternOf(word: string): RegExp {
  let pattern = patterns.get(word);
  if (!pattern) {
    pattern = new RegExp(`\\b${word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\b`, "gi");
    patterns.set(word, pattern);
  }
  return pattern;
}
