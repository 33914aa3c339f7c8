export interface Token {
  readonly text: string;
  readonly at: number;
}

export function tokens(line: string): Token[] {
  return [...line.matchAll(/\S+/g)].map((match) => ({ text: match[0], at: match.index }));
}

export function lastToken(line: string): Token | null {
  const all = tokens(line);
  return all[all.length - 1] ?? null;
}
