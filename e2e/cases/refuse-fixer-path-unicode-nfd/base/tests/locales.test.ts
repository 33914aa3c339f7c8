import { expect, it } from "vitest";
import turtle from "../src/locales/żółw.json";

it("has each Polish form", () => {
  expect(Object.keys(turtle)).toEqual(["one", "few", "many"]);
});
