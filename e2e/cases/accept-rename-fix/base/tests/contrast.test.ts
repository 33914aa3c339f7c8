import { expect, it } from "vitest";
import { wantsBlackText } from "../src/contrast";

it("wants black on white", () => {
  expect(wantsBlackText("#ffffff")).toBe(true);
});

it("wants white on dark", () => {
  expect(wantsBlackText("#000000")).toBe(false);
  expect(wantsBlackText("#0000ff")).toBe(false);
});

it("wants black on what is no color", () => {
  expect(wantsBlackText("white")).toBe(true);
});
