export function countLabel(count: number): string {
  if (count < 0) throw new RangeError(`a count can't be ${count}`);
  return count > 99 ? "99+" : String(count);
}
