export interface Line {
  readonly list: number;
  readonly amount: number;
  /** In percent. */
  readonly discount: number;
}

export function priceOf(line: Line): number {
  const discount = Math.min(100, Math.max(0, line.discount));
  return Math.round((line.list * line.amount * (100 - discount)) / 100);
}
