import { expect, it } from "vitest";
import { wrap } from "../src/wrap";

it("breaks a word that is longer than a line", () => {
  expect(wrap("incomprehensible", 6)).toEqual(["incomp", "rehens", "ible"]);
});
