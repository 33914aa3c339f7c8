import { isZero, type Money } from "./money";
import { signOf } from "./Money";

export function printMoney(money: Money): string {
  if (isZero(money)) return `– ${money.currency}`;
  return `${signOf(money.cents)}${(Math.abs(money.cents) / 100).toFixed(2)} ${money.currency}`;
}
