import type { Card } from "./cards";

export function deal(cards: readonly Card[], players: number, each: number): Card[][] {
  if (players * each > cards.length) throw new RangeError("not enough cards");
  return Array.from({ length: players }, (_, player) => cards.slice(player * each, (player + 1) * each));
}
