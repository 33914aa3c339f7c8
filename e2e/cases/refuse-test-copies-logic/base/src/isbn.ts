import { compact } from "./compact";

export function isIsbn10(text: string): boolean {
  const digits = compact(text);
  if (!/^\d{10}$/.test(digits)) return false;
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (10 - at), 0);
  return sum % 11 === 0;
}
