import { available, type Stock } from "./stock";

export function needsReorder(stock: Stock, threshold: number): boolean {
  return available(stock) + stock.incoming < threshold;
}
