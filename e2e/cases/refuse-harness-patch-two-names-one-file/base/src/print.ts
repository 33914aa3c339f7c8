import { isZero, type Money } from "./money";

export function printMoney(money: Money): string {
  if (isZero(money)) return `– ${money.currency}`;
  return `${(Math.abs(money.cents) / 100).toFixed(2)} ${money.currency}`;
}
