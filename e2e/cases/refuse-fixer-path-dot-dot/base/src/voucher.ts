import type { Cents } from "./money";

export interface Redeemed {
  readonly total: Cents;
  readonly remaining: Cents;
}

export function redeem(subtotal: Cents, voucher: Cents): Redeemed {
  return { total: subtotal - voucher, remaining: 0 };
}
