import { assertType, expect, test } from "vitest";
import { total } from "../src/total";

const OPENING = [
  { account: "cash", amount: 1000 },
  { account: "bank", amount: 2500 },
] as const;

test("sums a constant list", () => {
  const sum = total(OPENING);
  assertType<number>(sum);
  expect(sum).toBe(3500);
});
