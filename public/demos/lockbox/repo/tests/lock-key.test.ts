import { expect, it } from "vitest";
import { normaliseKey } from "../src/index.ts";

it.each([
  ["jobs/import", "jobs/import"],
  ["  jobs/import ", "jobs/import"],
  ["Jobs/Import", "jobs/import"],
  ["jobs//import", "jobs/import"],
])("writes %j as %j", (name, key) => {
  expect(normaliseKey(name)).toBe(key);
});

it("refuses a blank name", () => {
  expect(() => normaliseKey("  ")).toThrow("a lock needs a name");
});
