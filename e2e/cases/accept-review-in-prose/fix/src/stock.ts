export interface Stock {
  readonly inStock: number;
  readonly reserved: number;
  readonly incoming: number;
}

/** What can be sold now. */
export function available(stock: Stock): number {
  return Math.max(0, stock.inStock - stock.reserved);
}

export function canSell(stock: Stock, amount: number): boolean {
  return amount > 0 && amount <= available(stock);
}
