import { groupBy } from "./group-by";
import type { Issue } from "./issue";

/** One line for each rule, most frequent first. */
export function report(issues: readonly Issue[]): string[] {
  return Object.entries(groupBy(issues, (issue) => issue.rule))
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([rule, found]) => `${rule}: ${found.map((issue) => issue.line).join(", ")}`);
}
