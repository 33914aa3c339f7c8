const LAST = new Map<string, number>();

export function record(place: string, celsius: number): void {
  LAST.set(place, celsius);
}

/** Tenths are all that the stations measure. */
export async function latest(place: string): Promise<number | undefined> {
  const value = LAST.get(place);
  return value === undefined ? undefined : Math.round(value * 10) / 10;
}
