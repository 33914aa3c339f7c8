export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Within a year, for comparing. */
export function ordinal({ month, day }: Day): number {
  return month * 100 + day;
}
