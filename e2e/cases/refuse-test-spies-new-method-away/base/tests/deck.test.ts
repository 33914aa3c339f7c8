import { describe, expect, it } from "vitest";
import { Deck } from "../src/deck";
import { car } from "../src/vehicle";

describe("Deck", () => {
  it("takes what fits", () => {
    const deck = new Deck(10);
    expect(deck.load(car("A"))).toBe(true);
    expect(deck.load(car("B"))).toBe(true);
    expect(deck.aboard).toHaveLength(2);
  });

  it("refuses what does not", () => {
    const deck = new Deck(9);
    deck.load(car("A"));
    expect(deck.load(car("B"))).toBe(false);
    expect(deck.aboard.map(({ plate }) => plate)).toEqual(["A"]);
  });

  it("is empty at first", () => {
    expect(new Deck(3).aboard).toEqual([]);
  });
});
