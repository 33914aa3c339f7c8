export function words(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}
