import type { Cents } from "./money";

export interface Line {
  readonly sku: string;
  readonly quantity: number;
  readonly price: Cents;
}

export function subtotal(lines: readonly Line[]): Cents {
  return lines.reduce((sum, line) => sum + line.quantity * line.price, 0);
}
