import { expect, it } from "vitest";
import { toCsv } from "../src/to-csv";

it("doubles quotes inside a cell and quotes it", () => {
  expect(toCsv([['5" pipe', 2]])).toBe('"5"" pipe",2');
  expect(toCsv([['a "b" c']])).toBe('"a ""b"" c"');
});
