export interface Item {
  readonly label: string;
  readonly items?: readonly Item[];
}

export function depthOf(item: Item): number {
  return 1 + Math.max(0, ...(item.items ?? []).map(depthOf));
}
