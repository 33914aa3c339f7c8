import { transpose } from "./transpose";

export interface Chord {
  readonly root: string;
  readonly kind: string;
}

export function parseChord(text: string): Chord {
  const found = /^([A-G][#b]?)(.*)$/.exec(text);
  if (!found) throw new SyntaxError(`not a chord: ${text}`);
  return { root: found[1] ?? "", kind: found[2] ?? "" };
}

export function transposeChord(text: string, steps: number): string {
  const { root, kind } = parseChord(text);
  return transpose(root, steps) + kind;
}
