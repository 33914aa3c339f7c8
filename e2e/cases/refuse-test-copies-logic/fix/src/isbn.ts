import { compact } from "./compact";

export function isIsbn10(text: string): boolean {
  const digits = compact(text);
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const sum = [...digits].reduce((all, digit, at) => all + (digit === "X" ? 10 : Number(digit)) * (10 - at), 0);
  return sum % 11 === 0;
}
