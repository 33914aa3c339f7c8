export function highlight(word: string): string {
  return `<mark style="background: var(--mark-colour)">${word}</mark>`;
}
