import { expect, it } from "vitest";
import { compact } from "../src/compact";
import { isIsbn10 } from "../src/isbn";

it("takes a sound number", () => {
  expect(isIsbn10("0-306-40615-2")).toBe(true);
});

it("refuses a wrong digit", () => {
  expect(isIsbn10("0306406153")).toBe(false);
});

it("refuses other lengths", () => {
  expect(isIsbn10("030640615")).toBe(false);
});

it("compacts", () => {
  expect(compact("0-8 x")).toBe("08X");
});
