import { expect, it } from "vitest";
import { dayOf, today } from "../src/day";
import { isOverdue } from "../src/overdue";

const NOON = Date.UTC(2030, 0, 15, 12);

it("is not overdue on the day itself", () => {
  Date.now = () => NOON;
  expect(today()).toBe(dayOf(NOON));
  expect(isOverdue(dayOf(NOON))).toBe(false);
  expect(isOverdue(dayOf(NOON) - 1)).toBe(true);
});
