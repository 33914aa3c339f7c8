import { expect, it } from "vitest";
import { emptyBasket } from "../src/basket";
import { countItems } from "../src/count";

it("counts nothing in an empty basket", () => {
  expect(countItems(emptyBasket)).toBe(0);
});

it("counts pieces, not lines", () => {
  expect(countItems({ lines: { tea: 2, jam: 3 }, voucher: null })).toBe(5);
});
