/** Amounts are whole cents. */
export type Cents = number;

export function cents(text: string): Cents {
  const match = /^(\d+)\.(\d{2})$/.exec(text);
  if (match === null) throw new RangeError(`not an amount: ${text}`);
  return Number(match[1]) * 100 + Number(match[2]);
}

export function show(amount: Cents): string {
  const sign = amount < 0 ? "-" : "";
  const whole = Math.abs(amount);
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;
}
