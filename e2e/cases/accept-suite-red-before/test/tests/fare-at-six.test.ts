import { expect, it } from "vitest";
import { fareFor } from "../src/fare";

it("is half at six", () => {
  expect(fareFor("centre", "harbour", 6)).toBe(10);
  expect(fareFor("centre", "airport", 7)).toBe(40);
  expect(fareFor("centre", "airport", 5)).toBe(0);
});

it("ends with the 16th birthday", () => {
  expect(fareFor("centre", "airport", 15)).toBe(40);
  expect(fareFor("centre", "airport", 16)).toBe(80);
});
