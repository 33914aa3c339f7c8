import type { Vehicle } from "./vehicle";

const BASE_FARE = 20;
const PER_METRE = 5;

export function fare(vehicle: Vehicle): number {
  const extra = Math.max(0, Math.ceil(vehicle.metres - 5));
  return BASE_FARE + extra * PER_METRE;
}
