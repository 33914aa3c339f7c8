import type { Ini } from "./read-ini";

export function lookup(ini: Ini, path: string, fallback: string): string {
  const dot = path.lastIndexOf(".");
  return ini[path.slice(0, Math.max(0, dot))]?.[path.slice(dot + 1)] ?? fallback;
}
