import { countOccurrences } from "./count";

/** Occurrences for a thousand characters, rounded. */
export function density(text: string, needle: string): number {
  if (text.length === 0) return 0;
  return Math.round((countOccurrences(text, needle) * 1000) / text.length);
}
