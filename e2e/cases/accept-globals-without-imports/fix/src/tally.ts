export type Tally = ReadonlyMap<string, number>;

export function tally(votes: readonly string[]): Tally {
  const counts = new Map<string, number>();
  for (const vote of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  return counts;
}

export function winner(counts: Tally): string | null {
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1]);
  if (first === undefined || first[1] === second?.[1]) return null;
  return first[0];
}
