import { RAMP } from "#ramp";

/** Minutes from room temperature to the target. */
export function minutesTo(target: number): number {
  let minutes = 0;
  RAMP.forEach(([from, perHour], at) => {
    const until = Math.min(target, RAMP[at + 1]?.[0] ?? Number.POSITIVE_INFINITY);
    if (until > from) minutes += ((until - from) / perHour) * 60;
  });
  return Math.round(minutes);
}
