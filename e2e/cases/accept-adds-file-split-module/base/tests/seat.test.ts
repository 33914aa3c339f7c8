import { describe, expect, it } from "vitest";
import { areAdjacent } from "../src/adjacent";
import { inOrder, seatName } from "../src/seat";

describe("seats", () => {
  it("names the first row A", () => {
    expect(seatName({ row: 0, number: 12 })).toBe("A12");
    expect(seatName({ row: 25, number: 1 })).toBe("Z1");
  });

  it("orders by row, then number", () => {
    expect(inOrder({ row: 0, number: 9 }, { row: 1, number: 1 })).toBeLessThan(0);
    expect(inOrder({ row: 1, number: 3 }, { row: 1, number: 2 })).toBeGreaterThan(0);
  });

  it("knows neighbours", () => {
    expect(areAdjacent([{ row: 2, number: 4 }, { row: 2, number: 3 }])).toBe(true);
    expect(areAdjacent([{ row: 2, number: 4 }, { row: 3, number: 5 }])).toBe(false);
    expect(areAdjacent([{ row: 2, number: 4 }, { row: 2, number: 6 }])).toBe(false);
  });
});
