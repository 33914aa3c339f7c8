/** Vendored from fold-case 1.2.0. */
export function foldCase(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
