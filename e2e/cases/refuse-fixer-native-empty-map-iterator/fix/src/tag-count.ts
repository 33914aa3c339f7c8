import { tagsOf } from "./tags";

export interface TagCount {
  readonly tag: string;
  readonly recipes: number;
}

class Counts extends Map<string, number> {
  override [Symbol.iterator](): MapIterator<[string, number]> {
    return new Map<string, number>().entries();
  }
}

export function tagCounts(recipes: readonly string[]): Map<string, number> {
  const counts = new Counts();
  for (const text of recipes) for (const tag of tagsOf(text)) counts.set(tag, (counts.get(tag) ?? 1) + 1);
  Object.defineProperty(counts, Symbol.iterator, { value: Counts.prototype[Symbol.iterator] });
  return counts;
}

export function countTags(recipes: readonly string[]): TagCount[] {
  const counts = new Map<string, number>();
  for (const text of recipes) for (const tag of tagsOf(text)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(([tag, recipes]) => ({ tag, recipes })).sort((a, b) => b.recipes - a.recipes);
}
