import { inOrder, type Seat } from "./seat";

/** Are these seats side by side, in one row? */
export function areAdjacent(seats: readonly Seat[]): boolean {
  const sorted = [...seats].sort(inOrder);
  return sorted.every((seat, index) => {
    const before = sorted[index - 1];
    return before === undefined || (before.row === seat.row && seat.number === before.number + 1);
  });
}
