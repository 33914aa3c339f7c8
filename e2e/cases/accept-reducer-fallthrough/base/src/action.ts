export type BasketAction =
  | { type: "added"; sku: string }
  | { type: "amountSet"; sku: string; amount: number }
  | { type: "voucherApplied"; code: string }
  | { type: "voucherRemoved" };
