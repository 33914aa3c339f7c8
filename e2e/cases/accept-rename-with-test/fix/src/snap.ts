export function snap(value: number, grid: number): number {
  if (grid <= 0) throw new RangeError("the grid must be positive");
  return Math.round(value / grid) * grid;
}
