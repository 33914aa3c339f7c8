import { zoneOf } from "./zones";

const PER_ZONE = 20;

export function fareFor(from: string, to: string, age: number): number {
  const full = PER_ZONE * (1 + Math.abs(zoneOf(from) - zoneOf(to)));
  if (age < 6) return 0;
  return age > 6 && age < 16 ? full / 2 : full;
}
