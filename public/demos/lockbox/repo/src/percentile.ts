/**
 * The `p`-th percentile (0 to 100) of waiting times, by nearest rank: the smallest sample that at
 * least `p` per cent of the samples do not exceed. `undefined` where there are no samples.
 */
export function percentile(samples: readonly number[], p: number): number | undefined {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.floor((p * sorted.length) / 100)];
}
