import { now, pad } from "./clock";

export function backupName(site: string): string {
  const at = now();
  const day = `${pad(at.getUTCFullYear(), 4)}${pad(at.getUTCMonth() + 1)}${pad(at.getUTCDate())}`;
  return `${site}-${day}-${pad(at.getUTCHours())}${pad(at.getUTCMinutes())}${pad(at.getUTCSeconds())}.tar`;
}
