export interface Edit {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly text: string;
}

export function overlaps(a: Edit, b: Edit): boolean {
  return a.from < b.to && b.from < a.to;
}
