import { isIdle, type Lift } from "./lift";

/** The floor at which to stop next; null to rest. */
export function nextStop(lift: Lift): number | null {
  if (isIdle(lift)) return null;
  const above = Math.max(...lift.calls);
  return above > lift.floor ? lift.floor + 1 : Math.max(...[...lift.calls].filter((floor) => floor < lift.floor));
}
