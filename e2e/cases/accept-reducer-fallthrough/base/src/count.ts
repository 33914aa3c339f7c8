import type { Basket } from "./basket";

export function countItems(basket: Basket): number {
  return Object.values(basket.lines).reduce((sum, amount) => sum + amount, 0);
}
