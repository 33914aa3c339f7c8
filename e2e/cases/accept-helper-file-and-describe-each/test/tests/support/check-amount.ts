import { expect } from "vitest";
import { parseAmount } from "../../src/parse-amount";

export function checkAmount(text: string, amount: number | null): void {
  expect(parseAmount(text), text).toBe(amount);
  expect(parseAmount(`  ${text} `), `${text}, with spaces`).toBe(amount);
}
