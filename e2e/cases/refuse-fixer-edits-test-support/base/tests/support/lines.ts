import type { Line } from "../../src/cart";
import { cents } from "../../src/money";

export function line(sku: string, price: string, quantity = 1): Line {
  return { sku, quantity, price: cents(price) };
}
