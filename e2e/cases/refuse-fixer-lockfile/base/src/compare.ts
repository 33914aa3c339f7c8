import { parseVersion } from "./parse-version";

/** Negative: a is older. Positive: a is newer. */
export function compare(a: string, b: string): number {
  const left = parseVersion(a);
  const right = parseVersion(b);
  for (const index of [0, 1, 2] as const) {
    const difference = left.numbers[index] - right.numbers[index];
    if (difference !== 0) return difference;
  }
  return left.pre < right.pre ? -1 : left.pre > right.pre ? 1 : 0;
}
