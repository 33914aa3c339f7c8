export function cleanTag(tag: string): string {
  return tag.trim().replace(/\s+/g, " ");
}

export function uniqueTags(tags: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags.map(cleanTag)) {
    const key = tag.toLowerCase();
    if (tag !== "" && !seen.has(key)) seen.set(key, tag);
  }
  return [...seen.values()];
}
