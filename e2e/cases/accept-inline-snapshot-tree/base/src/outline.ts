import type { Item } from "./tree";

function lines(item: Item, level: number): string[] {
  const indent = "  ".repeat(Math.min(level, 1));
  return [`${indent}- ${item.label}`, ...(item.items ?? []).flatMap((each) => lines(each, level + 1))];
}

export function outline(item: Item): string {
  return lines(item, 0).join("\n");
}
