import { clock } from "./clock";

export interface Tide {
  readonly hour: number;
  readonly metres: number;
  readonly kind: "high" | "low";
}

export function highWaters(tides: readonly Tide[]): string[] {
  return tides.filter((tide) => tide.kind === "high" && tide.hour).map((tide) => `${clock(tide.hour)} ${tide.metres.toFixed(1)} m`);
}
