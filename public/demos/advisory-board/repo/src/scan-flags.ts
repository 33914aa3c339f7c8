import type { ScannedItem } from "./advisory.ts";

export type ScanFlag = "not scanned" | "findings";

/** What a person should know before trusting the item. */
export function scanFlags(item: ScannedItem): ScanFlag[] {
  const flags: ScanFlag[] = [];
  if (item.scans.length === 0) flags.push("not scanned");
  if (item.scans.some((scan) => scan.findings > 0)) flags.push("findings");
  return flags;
}
