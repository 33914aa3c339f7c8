import { expect, it } from "vitest";
import { compact } from "../src/compact";

function isIsbn10(text: string): boolean {
  const digits = compact(text);
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const sum = [...digits].reduce((all, digit, at) => all + (digit === "X" ? 10 : Number(digit)) * (10 - at), 0);
  return sum % 11 === 0;
}

it("takes X for ten", () => {
  expect(isIsbn10("0-8044-2957-X")).toBe(true);
  expect(isIsbn10("X804429570")).toBe(false);
});
