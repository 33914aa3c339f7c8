export type Season = "spring" | "summer" | "autumn" | "winter";

const NORTH: readonly Season[] = ["winter", "spring", "summer", "autumn"];

/** The season of a month (1 to 12), the other way round south of the equator. */
export function seasonOf(month: number, latitude = 50): Season {
  const quarter = Math.floor((month % 12) / 3);
  const shift = latitude < 0 ? 2 : 0;
  return NORTH[(quarter + shift) % 4] ?? "winter";
}

export function mayOpen(month: number, latitude = 50): boolean {
  return seasonOf(month, latitude) !== "winter";
}
