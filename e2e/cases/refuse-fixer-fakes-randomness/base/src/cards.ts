export interface Card {
  readonly suit: string;
  readonly rank: number;
}

export function deck(suits: readonly string[], ranks: number): Card[] {
  return suits.flatMap((suit) => Array.from({ length: ranks }, (_, index) => ({ suit, rank: index + 1 })));
}
