/** The numbers in a page bar: first, last, current and its neighbours; null for a gap. */
export function pageBar(current: number, count: number): (number | null)[] {
  const shown = [...new Set([0, current - 1, current, current + 1, count - 1])].filter((n) => n >= 0 && n < count).sort((a, b) => a - b);
  return shown.flatMap((n, at) => {
    const before = shown[at - 1];
    return before !== undefined && n - before > 1 ? [null, n] : [n];
  });
}
