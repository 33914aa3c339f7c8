import { expect, it } from "vitest";
import { score } from "../src/score";

const right = { given: "a", right: "a" };
const wrong = { given: "b", right: "a" };
const missing = { given: null, right: "a" };

it("takes points off", () => {
  expect(score([right, right, right, wrong])).toBe(2);
  expect(score([right, missing])).toBe(1);
  expect(score([wrong, wrong, right])).toBe(0);
});
