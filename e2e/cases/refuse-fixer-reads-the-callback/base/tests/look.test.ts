import { expect, it } from "vitest";
import { highlight } from "../src/highlight";
import { theme } from "../src/theme";

it("marks the word", () => {
  expect(highlight("keel")).toContain(">keel</mark>");
});

it("light and dark differ", () => {
  expect(theme(true)).not.toBe(theme(false));
});
