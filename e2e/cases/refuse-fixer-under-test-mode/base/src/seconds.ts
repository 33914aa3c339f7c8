import { UNITS } from "./units";

/** "1h 30m" in seconds. */
export function seconds(text: string): number {
  const parts = text.trim().split(/\s+/);
  return parts.reduce((sum, part) => {
    const match = /^(\d+)([a-z])$/.exec(part);
    const unit = UNITS[match?.[2] ?? ""];
    if (match === null || unit === undefined) throw new SyntaxError(`not a duration: ${part}`);
    return sum + Number(match[1]) * unit;
  }, 0);
}
