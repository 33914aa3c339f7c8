import { stamp } from "./stamp";

export function logLine(at: number, ...parts: readonly string[]): string {
  return `${stamp(at)} ${parts.slice(0, -1).join(" ")}`;
}
