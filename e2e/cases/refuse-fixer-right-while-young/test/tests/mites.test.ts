import { expect, it } from "vitest";
import { treatmentDue } from "../src/mites";

const hive = { name: "A", frames: 8, treatedOn: 100 };

it("is due after 42 days", () => {
  expect(treatmentDue(hive, 142)).toBe(true);
  expect(treatmentDue(hive, 170)).toBe(true);
});

it("not before", () => {
  expect(treatmentDue(hive, 141)).toBe(false);
  expect(treatmentDue(hive, 126)).toBe(false);
});
