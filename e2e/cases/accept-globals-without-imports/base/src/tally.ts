export type Tally = ReadonlyMap<string, number>;

export function tally(votes: readonly string[]): Tally {
  const counts = new Map<string, number>();
  for (const vote of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  return counts;
}

export function winner(counts: Tally): string | null {
  const [first] = [...counts].sort((a, b) => b[1] - a[1]);
  return first?.[0] ?? null;
}
