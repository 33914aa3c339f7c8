export interface Point {
  readonly lat: number;
  readonly lon: number;
}

export function bounds(points: readonly Point[]): { north: number; south: number } | null {
  if (points.length === 0) return null;
  const lats = points.map((point) => point.lat);
  return { north: Math.max(...lats), south: Math.min(...lats) };
}
