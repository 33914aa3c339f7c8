export interface Page<T> {
  readonly items: readonly T[];
  readonly index: number;
  readonly isLast: boolean;
}

export function pageOf<T>(items: readonly T[], size: number, index: number): Page<T> {
  const start = index * size;
  const end = start + size;
  return { items: items.slice(start, end), index, isLast: end >= items.length };
}
