export type Chance = () => number;

export function shuffle<T>(items: readonly T[], chance: Chance = Math.random): T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const pick = Math.floor(chance() * (last + 1));
    [mixed[last], mixed[pick]] = [mixed[pick] as T, mixed[last] as T];
  }
  return mixed;
}
