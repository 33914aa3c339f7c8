import { expect, it } from "vitest";
import { parseTtl } from "../src/index.ts";

it.each([
  ["30s", 30_000],
  ["5m", 300_000],
  ["1h", 3_600_000],
])("reads %s as %i ms", (text, ms) => {
  expect(parseTtl(text)).toBe(ms);
});

it.each(["", "soon", "s", "12"])("does not read %j", (text) => {
  expect(parseTtl(text)).toBeUndefined();
});
