export interface HeldLock {
  readonly key: string;
  readonly holder: string;
  readonly expiresAt: number;
}

/** One line of JSON for each held lock, sorted by key, so that two exports can be compared as text. */
export function exportLocks(locks: HeldLock[]): string {
  const sorted = locks.sort((a, b) => (a.key < b.key ? -1 : 1));
  return sorted.map((lock) => JSON.stringify(lock)).join("\n");
}
