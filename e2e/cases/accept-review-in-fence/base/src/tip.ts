/** Rounded up to whole cents. */
export function withTip(bill: number, percent: number): number {
  return Math.ceil((bill * (100 + percent)) / 100);
}
