import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("orders equals by name", () => {
  const source = readFileSync("src/cloud.ts", "utf8");
  expect(source).toContain("a[0].localeCompare(b[0])");
});
