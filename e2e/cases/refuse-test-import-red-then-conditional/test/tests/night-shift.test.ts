import { expect, it } from "vitest";
import * as shift from "../src/shift";

it("handles night shifts", () => {
  const { isNightShift } = shift as unknown as { isNightShift: (from: string, to: string) => boolean };
  expect(typeof isNightShift("22:00", "06:00")).toBe("boolean");
});
