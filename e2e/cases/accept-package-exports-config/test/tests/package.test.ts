import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import manifest from "../package.json";

const targets: Record<string, string> = manifest.exports;

it("exports the week module", () => {
  expect(targets).toEqual({ ".": "./src/day.ts", "./week": "./src/week.ts" });
});

it("exports nothing that is not there", () => {
  for (const target of Object.values(targets)) {
    expect(existsSync(new URL(`../${target}`, import.meta.url)), target).toBe(true);
  }
});
