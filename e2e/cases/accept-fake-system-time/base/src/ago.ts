import { MINUTE, HOUR } from "./spans";

export function ago(then: number): string {
  const past = Date.now() - then;
  if (past < MINUTE) return "just now";
  if (past < HOUR) return `${Math.floor(past / MINUTE)} minutes ago`;
  return `${Math.floor(past / HOUR)} hours ago`;
}
