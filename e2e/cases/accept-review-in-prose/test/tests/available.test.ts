import { expect, it } from "vitest";
import { available, canSell } from "../src/stock";

it("takes reservations off", () => {
  expect(available({ inStock: 5, reserved: 3, incoming: 9 })).toBe(2);
  expect(canSell({ inStock: 5, reserved: 3, incoming: 0 }, 3)).toBe(false);
});

it("is never negative", () => {
  expect(available({ inStock: 5, reserved: 5, incoming: 0 })).toBe(0);
  expect(available({ inStock: 5, reserved: 7, incoming: 0 })).toBe(0);
});
