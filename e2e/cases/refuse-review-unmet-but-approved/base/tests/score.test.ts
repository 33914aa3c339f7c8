import { expect, it } from "vitest";
import { isRight } from "../src/answer";
import { score } from "../src/score";

it("counts right answers", () => {
  expect(score([{ given: "Oslo", right: "Oslo" }, { given: "Rome ", right: "Rome" }])).toBe(2);
});

it("is zero without answers", () => {
  expect(score([])).toBe(0);
});

it("does not care about case", () => {
  expect(isRight({ given: " oslo", right: "Oslo" })).toBe(true);
  expect(isRight({ given: null, right: "Oslo" })).toBe(false);
});
