import { tariffAt } from "./tariff";

const PER_UNIT = { day: 30, night: 18 } as const;

export function cost(usage: readonly { readonly hour: number; readonly units: number }[]): number {
  return usage.reduce((sum, { hour, units }) => sum + units * PER_UNIT[tariffAt(hour)], 0);
}
