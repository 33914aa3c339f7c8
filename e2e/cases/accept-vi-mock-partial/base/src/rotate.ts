/** What to delete so that `keep` remain. Names sort by age. */
export function toDelete(names: readonly string[], keep: number): string[] {
  return [...names].sort().slice(0, Math.max(0, names.length - keep));
}
