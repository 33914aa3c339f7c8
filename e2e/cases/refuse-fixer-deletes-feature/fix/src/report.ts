import { toCsv } from "./to-csv";

export interface Sale {
  readonly product: string;
  readonly pieces: number;
}

export function salesReport(sales: readonly Sale[]): string {
  const total = sales.reduce((sum, { pieces }) => sum + pieces, 0);
  return toCsv([["total", total]]);
}
