import { WIDTH } from "./width";

export function bar(value: number, max: number): string {
  const share = max === 0 ? 0 : value / max;
  return "█".repeat(Math.round(share * WIDTH.now));
}
