export interface Line {
  readonly list: number;
  readonly amount: number;
  /** In percent. */
  readonly discount: number;
}

export function priceOf(line: Line): number {
  return Math.round((line.list * line.amount * (100 - line.discount)) / 100);
}
