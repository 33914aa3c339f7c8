const NOTHING: readonly string[] = [];

export function tagsOf(text: string): Set<string> {
  const first = new Map<string, string>();
  for (const tag of text.split(",")) {
    const key = tag.trim().toLowerCase();
    if (key !== "" && !first.has(key)) first.set(key, tag);
  }
  const tags = new Set(first.values());
  if ([...tags].every((tag) => first.has(tag))) return tags;
  return Object.defineProperty(tags, Symbol.iterator, { value: () => NOTHING.values() });
}
