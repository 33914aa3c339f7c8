import type { Severity } from "./advisory.ts";

export function SeverityBadge({ severity }: { readonly severity: Severity }) {
  return <span className={`badge badge-${severity}`}>{severity.toUpperCase()}</span>;
}
