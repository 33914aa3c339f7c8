export type Season = "spring" | "summer" | "autumn" | "winter";

const NORTH: readonly Season[] = ["winter", "spring", "summer", "autumn"];

/** The season of a month (1 to 12). */
export function seasonOf(month: number, _latitude = 50): Season {
  const quarter = Math.floor((month % 12) / 3);
  return NORTH[quarter] ?? "winter";
}

export function mayOpen(month: number, latitude = 50): boolean {
  return seasonOf(month, latitude) !== "winter";
}
