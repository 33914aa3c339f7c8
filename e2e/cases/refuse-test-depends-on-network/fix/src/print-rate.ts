export function printRate(rate: number): string {
  if (!Number.isFinite(rate) || rate <= 0) return "–";
  return rate.toFixed(rate < 1 ? 4 : 2);
}
