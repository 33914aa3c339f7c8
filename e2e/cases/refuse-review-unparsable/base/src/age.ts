import { ordinal, type Day } from "./date";

export function ageInYears(born: Day, today: Day): number {
  const had = ordinal(today) > ordinal(born);
  return today.year - born.year - (had ? 0 : 1);
}
