import { expect, it } from "vitest";
import { isUsername } from "../src/username";

it("takes dots within a name", () => {
  expect(isUsername("ada.l")).toBe(true);
  expect(isUsername(".ada")).toBe(false);
  expect(isUsername("ada.")).toBe(false);
});
