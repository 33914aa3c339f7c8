import { expect, it } from "vitest";
import { tariffAt } from "../src/tariff";

it("ends at 6", () => {
  expect(tariffAt(5)).toBe("night");
  expect(tariffAt(6)).toBe("day");
  expect(tariffAt(7)).toBe("day");
});
