import type { Vehicle } from "./vehicle";

const BASE_FARE = 20;
const PER_METRE = 5;
const HEAVY_TONNES = 3.5;
const HEAVY = 40;

export function fare(vehicle: Vehicle): number {
  const extra = Math.max(0, Math.ceil(vehicle.metres - 5));
  const weight = vehicle.tonnes > HEAVY_TONNES ? HEAVY : 0;
  return BASE_FARE + extra * PER_METRE + weight;
}
