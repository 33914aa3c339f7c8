/** How many pages a list falls into; an empty list has one empty page. */
export function pageCount(entries: number, perPage: number): number {
  return Math.max(1, Math.floor(entries / perPage));
}

/** The entries of one page, counted from 1. */
export function pageOf<T>(entries: readonly T[], page: number, perPage: number): T[] {
  return entries.slice((page - 1) * perPage, page * perPage);
}
