/** Whether a key is meant by a pattern: `*` stands for any one segment, anything else for itself. */
export function matchesPattern(pattern: string, key: string): boolean {
  const wanted = pattern.split("/");
  const segments = key.split("/");
  if (segments.length !== wanted.length) return false;
  return wanted.every((want, at) => want === "*" || want === segments[at]);
}
