export interface Entry {
  readonly label: string;
  readonly target: string;
}

export function findEntry(entries: readonly Entry[], target: string): Entry | undefined {
  return entries.find((entry) => entry.target === target);
}
