import { parseVersion } from "./version";

export function compare(a: string, b: string): number {
  const left = parseVersion(a);
  const right = parseVersion(b);
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

export function newest(versions: readonly string[]): string | undefined {
  return [...versions].sort(compare).at(-1);
}
