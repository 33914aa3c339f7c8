import { expect, it } from "vitest";
import { complete } from "../src/complete";
import { lastToken, tokens } from "../src/tokens";

it("finds tokens", () => {
  expect(tokens(" a bc")).toEqual([{ text: "a", at: 1 }, { text: "bc", at: 3 }]);
});

it("has no last token in nothing", () => {
  expect(lastToken("  ")).toBeNull();
});

it("completes the last word", () => {
  expect(complete("git che", ["checkout", "clone", "cherry-pick"])).toEqual(["checkout", "cherry-pick"]);
});
