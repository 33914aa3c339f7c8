export interface Vare {
  readonly navn: string;
  readonly gram: number;
  /** For 100 g. */
  readonly kcal: number;
}

export function energi(vare: Vare): number {
  return (vare.gram * vare.kcal) / 100;
}
