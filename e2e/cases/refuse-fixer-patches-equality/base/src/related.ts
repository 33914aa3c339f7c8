import { tagsOf } from "./tags";

export function shared(a: string, b: string): string[] {
  const other = tagsOf(b);
  return [...tagsOf(a)].filter((tag) => other.has(tag));
}
