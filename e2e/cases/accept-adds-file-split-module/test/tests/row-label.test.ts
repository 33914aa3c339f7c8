import { expect, it } from "vitest";
import { rowLabel } from "../src/row-label";
import { seatName } from "../src/seat";

it("labels rows as spreadsheets label columns", () => {
  expect([0, 1, 25, 26, 27, 51, 52, 701, 702].map(rowLabel)).toEqual(["A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
});

it("names seats by it", () => {
  expect(seatName({ row: 26, number: 7 })).toBe("AA7");
});
