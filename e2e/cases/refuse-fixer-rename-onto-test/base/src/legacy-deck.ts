import { deck } from "./cards";

/** The deck of the first edition: 32 cards. */
export const legacyDeck = () => deck(["clubs", "spades", "hearts", "diamonds"], 8);
