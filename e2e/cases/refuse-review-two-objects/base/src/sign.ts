import { distanceText } from "./distance";

export function sign(place: string, metres: number): string {
  return `${place.toUpperCase()} → ${distanceText(metres)}`;
}
