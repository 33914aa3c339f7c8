export interface Seat {
  /** From 0. */
  readonly row: number;
  /** From 1. */
  readonly number: number;
}

export function seatName(seat: Seat): string {
  return `${String.fromCharCode(65 + seat.row)}${seat.number}`;
}

export function inOrder(a: Seat, b: Seat): number {
  return a.row - b.row || a.number - b.number;
}
