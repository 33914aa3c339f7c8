import { expect, it } from "vitest";
import { gross } from "../src/gross";
import { rateFor } from "../src/rate";

it("taxes food little", () => {
  expect(gross(1000, "food")).toBe(1070);
});

it("taxes tools fully", () => {
  expect(gross(1000, "tool")).toBe(1190);
  expect(rateFor("tool")).toBe(19);
});

it("rounds", () => {
  expect(gross(1, "tool")).toBe(1);
});
