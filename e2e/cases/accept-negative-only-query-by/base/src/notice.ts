export interface Notice {
  readonly id: string;
  readonly text: string;
  /** Milliseconds since the epoch; absent: for ever. */
  readonly until?: number;
  readonly pinned: boolean;
}

export function byImportance(a: Notice, b: Notice): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1;
  return a.text.localeCompare(b.text);
}

export function isOver(notice: Notice, now: number): boolean {
  return notice.until !== undefined && notice.until <= now;
}
