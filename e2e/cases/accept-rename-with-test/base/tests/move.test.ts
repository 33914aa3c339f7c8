import { expect, it } from "vitest";
import { moveBy } from "../src/move";

it("moves on the grid", () => {
  expect(moveBy({ x: 0, y: 10 }, 12, -4, 10)).toEqual({ x: 10, y: 10 });
});
