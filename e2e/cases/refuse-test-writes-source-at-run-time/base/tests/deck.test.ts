import { describe, expect, it } from "vitest";
import { deck } from "../src/cards";
import { deal } from "../src/deal";
import { shuffle } from "../src/shuffle";

describe("deck", () => {
  it("has every card once", () => {
    expect(deck(["hearts", "spades"], 3)).toHaveLength(6);
  });
});

describe("shuffle", () => {
  it("keeps every card", () => {
    expect(shuffle([1, 2, 3, 4, 5]).toSorted()).toEqual([1, 2, 3, 4, 5]);
  });

  it("leaves the given list alone", () => {
    const cards = [1, 2, 3];
    shuffle(cards, () => 0);
    expect(cards).toEqual([1, 2, 3]);
  });
});

describe("deal", () => {
  it("gives each player as many", () => {
    expect(deal(deck(["hearts"], 4), 2, 2).map((hand) => hand.length)).toEqual([2, 2]);
  });

  it("does not deal what is not there", () => {
    expect(() => deal(deck(["hearts"], 4), 3, 2)).toThrow("not enough cards");
  });
});
