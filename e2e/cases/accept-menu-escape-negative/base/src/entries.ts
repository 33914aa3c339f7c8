export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly hidden?: boolean;
}

export function visibleEntries(entries: readonly Entry[]): Entry[] {
  return entries.filter((entry) => entry.hidden !== true);
}
