import { afterEach, expect, it, vi } from "vitest";
import { Deck } from "../src/deck";
import { car } from "../src/vehicle";

afterEach(() => vi.restoreAllMocks());

it("gives the metres that are left", () => {
  const free = vi.spyOn(Deck.prototype, "freeMetres").mockReturnValue(5);
  const deck = new Deck(10);
  deck.load(car("A", 4.5));
  expect(deck.freeMetres()).toBe(5);
  expect(free).toHaveBeenCalledTimes(1);
});
