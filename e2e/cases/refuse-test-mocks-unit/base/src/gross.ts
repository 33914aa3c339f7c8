import { rateFor, type Kind } from "./rate";

export function gross(net: number, kind: Kind): number {
  return Math.round((net * (100 + rateFor(kind))) / 100);
}
