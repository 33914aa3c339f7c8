/** Amounts are whole cents. */
export type Cents = number;

export function cents(text: string): Cents {
  return Math.round(Number(text) * 100);
}

export function show(amount: Cents): string {
  return String(amount / 100);
}
