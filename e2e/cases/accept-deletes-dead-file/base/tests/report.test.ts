import { expect, it } from "vitest";
import { report } from "../src/report";

it("groups by rule", () => {
  expect(report([{ rule: "quotes", line: 1 }, { rule: "semi", line: 2 }, { rule: "semi", line: 5 }])).toEqual(["semi: 2, 5", "quotes: 1"]);
});

it("keeps the order of equals", () => {
  expect(report([{ rule: "b", line: 2 }, { rule: "a", line: 1 }])).toEqual(["b: 2", "a: 1"]);
});

it("is empty without issues", () => {
  expect(report([])).toEqual([]);
});
