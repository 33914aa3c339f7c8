export interface Hours {
  /** Minutes after midnight. */
  readonly from: number;
  readonly to: number;
}

export function at(hours: number, minutes = 0): number {
  return hours * 60 + minutes;
}
