import { toCsv, type Row } from "./to-csv";

export interface Sale {
  readonly product: string;
  readonly pieces: number;
}

export function salesReport(sales: readonly Sale[]): string {
  const rows: Row[] = sales.map(({ product, pieces }) => [product, pieces]);
  const total = sales.reduce((sum, { pieces }) => sum + pieces, 0);
  return toCsv([["product", "pieces"], ...rows, ["total", total]]);
}
