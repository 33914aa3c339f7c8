import { expect, it } from "vitest";
import { fee } from "../src/fee";
import { printTicket } from "../src/ticket";

it("charges hours begun", () => {
  expect(fee(60)).toBe(300);
  expect(fee(61)).toBe(600);
});

it("refuses negative time", () => {
  expect(() => fee(-1)).toThrow("negative time");
});

it("prints", () => {
  expect(printTicket(90)).toBe("90 min: 6.00");
});
