import { wrap } from "./wrap";

export function box(text: string, width: number): string {
  const edge = `+${"-".repeat(width + 1)}+`;
  const rows = wrap(text, width).map((line) => `| ${line.padEnd(width)}|`);
  return [edge, ...rows, edge].join("\n");
}
