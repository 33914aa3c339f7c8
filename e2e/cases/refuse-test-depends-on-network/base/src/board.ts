import { printRate } from "./print-rate";

export function board(rates: Readonly<Record<string, number>>): string[] {
  return Object.entries(rates).map(([currency, rate]) => `${currency} ${printRate(rate)}`);
}
