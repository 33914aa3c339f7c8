import { expect, it } from "vitest";
import { isReserved } from "../src/reserved";
import { isUsername } from "../src/username";

it("takes letters, digits and underscores", () => {
  expect(isUsername("ada_1815")).toBe(true);
  expect(isUsername("Ada")).toBe(false);
});

it("refuses reserved names", () => {
  expect(isUsername("ad_min")).toBe(false);
  expect(isReserved("roots")).toBe(false);
});
