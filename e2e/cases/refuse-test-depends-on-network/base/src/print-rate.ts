export function printRate(rate: number): string {
  if (!Number.isFinite(rate) || rate <= 0) return "–";
  return rate.toFixed(2);
}
