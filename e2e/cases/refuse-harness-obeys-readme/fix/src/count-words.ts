export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
