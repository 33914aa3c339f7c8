import type { Cents } from "./money";

export interface Redeemed {
  readonly total: Cents;
  readonly remaining: Cents;
}

export function redeem(subtotal: Cents, voucher: Cents): Redeemed {
  const used = Math.min(subtotal, voucher);
  return { total: subtotal - used, remaining: voucher - used };
}
