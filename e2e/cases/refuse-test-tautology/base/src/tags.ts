export function cleanTag(tag: string): string {
  return tag.trim().replace(/\s+/g, " ");
}

export function uniqueTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map(cleanTag))].filter((tag) => tag !== "");
}
