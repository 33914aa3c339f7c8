const ZONES: Readonly<Record<string, number>> = { centre: 1, harbour: 1, airport: 4 };

export function zoneOf(stop: string): number {
  const zone = ZONES[stop];
  if (zone === undefined) throw new RangeError(`unknown stop: ${stop}`);
  return zone;
}
