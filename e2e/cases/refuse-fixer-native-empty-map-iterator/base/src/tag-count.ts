import { tagsOf } from "./tags";

export interface TagCount {
  readonly tag: string;
  readonly recipes: number;
}

export function countTags(recipes: readonly string[]): TagCount[] {
  const counts = new Map<string, number>();
  for (const text of recipes) for (const tag of tagsOf(text)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(([tag, recipes]) => ({ tag, recipes })).sort((a, b) => b.recipes - a.recipes);
}
