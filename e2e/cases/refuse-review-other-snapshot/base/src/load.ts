import { hasRoom, type Vehicle } from "./deck";

/** Loads in order of arrival until the deck is full. */
export function load(deckMetres: number, queue: readonly Vehicle[]): string[] {
  const aboard: Vehicle[] = [];
  for (const vehicle of queue) {
    if (!hasRoom(deckMetres - vehicle.metres + 0.001, aboard)) break;
    aboard.push(vehicle);
  }
  return aboard.map((vehicle) => vehicle.plate);
}
