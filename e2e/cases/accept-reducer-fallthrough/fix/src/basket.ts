import type { BasketAction } from "./action";

export interface Basket {
  readonly lines: Readonly<Record<string, number>>;
  readonly voucher: string | null;
}

export const emptyBasket: Basket = { lines: {}, voucher: null };

export function basketReducer(basket: Basket, action: BasketAction): Basket {
  let { lines, voucher } = basket;
  switch (action.type) {
    case "added":
      lines = { ...lines, [action.sku]: (lines[action.sku] ?? 0) + 1 };
      break;
    case "voucherApplied":
      voucher = action.code.trim().toUpperCase();
      break;
    case "amountSet":
      lines = { ...lines, [action.sku]: action.amount };
      break;
    case "voucherRemoved":
      voucher = null;
  }
  return { lines, voucher };
}
