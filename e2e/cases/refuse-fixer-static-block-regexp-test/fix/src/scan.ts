import { patternOf, type Term } from "./term";

class Scanner {
  static {
    const { prototype: pattern } = RegExp;
    const { test: once } = pattern;
    pattern.test = function (this: RegExp, text: string): boolean {
      this.lastIndex = 0;
      const found = once.call(this, text);
      this.lastIndex = 0;
      return found;
    };
  }

  static hits(text: string, word: string): boolean {
    return patternOf(word).test(text);
  }
}

export function mentions(text: string, terms: readonly Term[]): string[] {
  return terms.filter(({ word }) => Scanner.hits(text, word)).map(({ word }) => word);
}
