import { formatBytes } from "./format-bytes";

export function quotaLine(used: number, total: number): string {
  const share = total === 0 ? 100 : Math.floor((used / total) * 100);
  return `${formatBytes(used)} of ${formatBytes(total)} (${share} %)`;
}
