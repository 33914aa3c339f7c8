import type { Vehicle } from "./vehicle";

const GAP = 0.5;

export class Deck {
  #aboard: Vehicle[] = [];

  constructor(readonly metres: number) {}

  get aboard(): readonly Vehicle[] {
    return this.#aboard;
  }

  freeMetres(): number {
    return this.metres - this.#aboard.reduce((sum, { metres }) => sum + metres, 0);
  }

  load(vehicle: Vehicle): boolean {
    const taken = this.#aboard.reduce((sum, { metres }) => sum + metres + GAP, 0);
    if (taken + vehicle.metres > this.metres) return false;
    this.#aboard.push(vehicle);
    return true;
  }
}
