export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Record<string, T[]> {
  const groups: Record<string, T[]> = {};
  for (const item of items) {
    const key = keyOf(item);
    if (!(key in groups)) groups[key] = [];
    else if (!Array.isArray(groups[key])) continue;
    groups[key]!.push(item);
  }
  return groups;
}
