import { energi, type Vare } from "./råvare";

export interface Måltid {
  readonly varer: readonly Vare[];
  readonly porsjoner: number;
}

export function perPortion(måltid: Måltid): number {
  if (måltid.porsjoner === 0) return 0;
  const sum = måltid.varer.reduce((all, vare) => all + energi(vare), 0);
  return Math.round(sum / måltid.porsjoner);
}
