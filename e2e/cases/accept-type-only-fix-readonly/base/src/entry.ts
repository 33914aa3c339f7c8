export interface Entry {
  readonly account: string;
  /** In cents. */
  readonly amount: number;
}

export function formatCents(cents: number): string {
  const sign = cents < 0 ? "-" : "";
  const whole = Math.abs(cents);
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;
}
