import { WIDTH } from "./width";

export function bar(value: number, max: number): string {
  const share = max === 0 ? 0 : value / max;
  return "█".repeat(Math.max(1, Math.round(share * WIDTH.now)));
}
