export interface Copied {
  readonly text: string;
  readonly at: number;
}

/** The newest three. */
export function remember(copied: readonly Copied[], text: string, at: number): Copied[] {
  return [{ text, at }, ...copied].slice(0, 3);
}
