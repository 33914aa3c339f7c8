import type { Advisory, Severity } from "./advisory.ts";
import { rankOf } from "./severity.ts";

export interface Filter {
  /** Part of the title or the id, in any case; empty lets all through. */
  readonly text: string;
  /** Advisories below this are left out. */
  readonly atLeast: Severity;
}

export function filterAdvisories(advisories: readonly Advisory[], filter: Filter): Advisory[] {
  const text = filter.text.trim().toLowerCase();
  return advisories.filter((advisory) => {
    if (rankOf(advisory.severity) < rankOf(filter.atLeast)) return false;
    return advisory.title.includes(text) || advisory.id.toLowerCase().includes(text);
  });
}
