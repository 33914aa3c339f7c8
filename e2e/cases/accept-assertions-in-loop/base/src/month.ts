import { isLeapYear } from "./leap";

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `month` from 1. */
export function daysInMonth(year: number, month: number): number {
  const days = DAYS[month - 1];
  if (days === undefined) throw new RangeError(`no month ${month}`);
  return month === 2 && isLeapYear(year) ? days + 1 : days;
}

export function dayOfYear(year: number, month: number, day: number): number {
  let sum = day;
  for (let each = 1; each < month; each++) sum += daysInMonth(year, each);
  return sum;
}
