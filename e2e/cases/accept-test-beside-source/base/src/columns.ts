import { wrap } from "./wrap";

/** Two columns side by side, with two spaces between. */
export function columns(left: string, right: string, width: number): string {
  const a = wrap(left, width);
  const b = wrap(right, width);
  return Array.from({ length: Math.max(a.length, b.length) }, (_, at) => `${(a[at] ?? "").padEnd(width)}  ${b[at] ?? ""}`.trimEnd()).join("\n");
}
