import { expect, it } from "vitest";
import { readAddress } from "../src/address";

it("reads both", () => {
  expect(readAddress(new Map([["street", "Elm"], ["flat", "2"]]))).toEqual({ street: "Elm", flat: "2" });
});

it("does without a flat", () => {
  expect(readAddress(new Map([["street", "Elm"]])).flat).toBe("–");
});

it("does not do without a street", () => {
  expect(() => readAddress(new Map())).toThrow("street");
});
