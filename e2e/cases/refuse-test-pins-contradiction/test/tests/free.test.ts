import { expect, it } from "vitest";
import { fee } from "../src/fee";

it("is free for less than a quarter of an hour", () => {
  expect(fee(14)).toBe(0);
  expect(fee(15)).toBe(300);
  expect(fee(16)).toBe(300);
});
