import { salesReport, type Sale } from "./report";

export const FORMATS: Readonly<Record<string, (sales: readonly Sale[]) => string>> = {
  csv: salesReport,
  json: (sales) => JSON.stringify(sales),
};

export function exportSales(format: string, sales: readonly Sale[]): string {
  const write = FORMATS[format];
  if (write === undefined) throw new RangeError(`no such format: ${format}`);
  return write(sales);
}
