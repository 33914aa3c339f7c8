/** The last segment; the empty text for a path that ends in a slash. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
