export interface Money {
  readonly cents: number;
  readonly currency: string;
}

export function isZero(money: Money): boolean {
  return money.cents === 0;
}
