export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

export function tileKey({ z, x, y }: Tile): string {
  return `${z}/${x}/${y}`;
}

export function parentOf({ z, x, y }: Tile): Tile | null {
  return z === 0 ? null : { z: z - 1, x: x >> 1, y: y >> 1 };
}
