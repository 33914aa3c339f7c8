export interface Lift {
  readonly floor: number;
  readonly top: number;
  readonly calls: ReadonlySet<number>;
}

export function isIdle(lift: Lift): boolean {
  return lift.calls.size === 0;
}
