export interface Vehicle {
  readonly plate: string;
  readonly metres: number;
}

export function hasRoom(deckMetres: number, aboard: readonly Vehicle[]): boolean {
  const used = aboard.reduce((sum, vehicle) => sum + vehicle.metres, 0);
  return used <= deckMetres;
}
