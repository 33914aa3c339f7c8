import { MINUTE, HOUR } from "./spans";

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

export function ago(then: number): string {
  const past = Date.now() - then;
  if (past < MINUTE) return "just now";
  if (past < HOUR) return `${counted(Math.floor(past / MINUTE), "minute")} ago`;
  return `${counted(Math.floor(past / HOUR), "hour")} ago`;
}
