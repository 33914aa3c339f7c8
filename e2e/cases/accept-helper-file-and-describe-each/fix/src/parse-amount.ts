import { DECIMAL, GROUPED } from "./patterns";

export function parseAmount(text: string): number | null {
  const trimmed = text.trim();
  const plain = GROUPED.test(trimmed) ? trimmed.replaceAll("'", "") : trimmed;
  return DECIMAL.test(plain) ? Number(plain) : null;
}
