import { lastToken } from "./tokens";

export function complete(line: string, words: readonly string[]): string[] {
  const typed = lastToken(line)?.text ?? "";
  return words.filter((word) => word.startsWith(typed));
}
