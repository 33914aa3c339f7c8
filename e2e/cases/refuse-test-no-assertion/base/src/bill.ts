import { priceOf, type Line } from "./price";

export function sumOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + priceOf(line), 0);
}
