export function distanceText(metres: number): string {
  if (metres < 0) throw new RangeError("negative distance");
  return metres < 1000 ? `${metres} m` : `${(metres / 1000).toFixed(1)} km`;
}
