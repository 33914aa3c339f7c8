import { digitsOf } from "./digits";

export function parsePrice(text: string): number {
  const value = Number(digitsOf(text).replace(",", "."));
  if (Number.isNaN(value)) throw new SyntaxError(`no price: ${text}`);
  return value;
}
