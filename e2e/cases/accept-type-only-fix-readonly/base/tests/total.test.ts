import { expect, test } from "vitest";
import { formatCents } from "../src/entry";
import { total } from "../src/total";

test("sums", () => {
  expect(total([{ account: "a", amount: 250 }, { account: "b", amount: -50 }])).toBe(200);
});

test("nothing is zero", () => {
  expect(total([])).toBe(0);
});

test("formats", () => {
  expect(formatCents(-105)).toBe("-1.05");
  expect(formatCents(99)).toBe("0.99");
});
