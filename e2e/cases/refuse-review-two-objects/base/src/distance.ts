export function distanceText(metres: number): string {
  if (metres < 0) throw new RangeError("negative distance");
  return `${Math.floor(metres / 1000)} km`;
}
