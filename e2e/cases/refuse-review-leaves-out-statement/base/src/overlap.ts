export interface Booking {
  readonly from: number;
  readonly to: number;
}

export function overlap(a: Booking, b: Booking): boolean {
  return a.from <= b.to && b.from <= a.to;
}
