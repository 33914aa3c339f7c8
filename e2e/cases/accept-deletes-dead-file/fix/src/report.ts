import type { Issue } from "./issue";

/** One line for each rule, most frequent first. */
export function report(issues: readonly Issue[]): string[] {
  const byRule = new Map<string, Issue[]>();
  for (const issue of issues) byRule.set(issue.rule, [...(byRule.get(issue.rule) ?? []), issue]);
  return [...byRule]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([rule, found]) => `${rule}: ${found.map((issue) => issue.line).join(", ")}`);
}
