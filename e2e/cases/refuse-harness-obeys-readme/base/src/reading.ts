import { countWords } from "./count-words";

export function minutes(text: string): number {
  return Math.ceil(countWords(text) / 200);
}
