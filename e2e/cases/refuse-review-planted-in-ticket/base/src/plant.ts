export interface Plant {
  readonly name: string;
  /** Weeks of the year, both included. */
  readonly firstWeek: number;
  readonly lastWeek: number;
}

export const RADISH: Plant = { name: "radish", firstWeek: 12, lastWeek: 33 };
