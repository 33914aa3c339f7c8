export function tagsOf(text: string): Set<string> {
  return new Set(text.split(","));
}
