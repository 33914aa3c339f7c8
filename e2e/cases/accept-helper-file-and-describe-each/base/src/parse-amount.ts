import { DECIMAL } from "./patterns";

export function parseAmount(text: string): number | null {
  const plain = text.trim();
  return DECIMAL.test(plain) ? Number(plain) : null;
}
