import { compare } from "./compare";

export function newest(versions: readonly string[]): string | undefined {
  return [...versions].sort(compare).at(-1);
}
