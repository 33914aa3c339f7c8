import type { Severity } from "./advisory.ts";

/** From worst to least; what could not be measured comes last. */
export const SEVERITIES: readonly Severity[] = ["critical", "high", "moderate", "low", "unknown"];

/** Higher is worse; 0 is unknown. */
export function rankOf(severity: Severity): number {
  return SEVERITIES.length - 1 - SEVERITIES.indexOf(severity);
}

/** The severity of a CVSS score from 0 to 10; `unknown` where there is no score. */
export function severityOf(score: number | undefined): Severity {
  if (score === undefined || Number.isNaN(score)) return "unknown";
  if (score >= 9) return "critical";
  if (score >= 7) return "high";
  if (score >= 4) return "moderate";
  return "low";
}
