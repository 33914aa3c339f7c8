import { describe, it } from "vitest";
import { checkAmount } from "./support/check-amount";

describe.each([
  { name: "one group", text: "1'250.50", amount: 1250.5 },
  { name: "two groups", text: "12'000'000", amount: 12_000_000 },
  { name: "three digits before", text: "125'000.05", amount: 125_000.05 },
  { name: "a group of two", text: "1'25", amount: null },
  { name: "a group of four", text: "1'2500", amount: null },
  { name: "a long head", text: "1250'000", amount: null },
  { name: "no head", text: "'250", amount: null },
  { name: "words behind", text: "1'250.x", amount: null },
  { name: "words before", text: "CHF 1'250", amount: null },
])("$name", ({ text, amount }) => {
  it("is read right", () => {
    checkAmount(text, amount);
  });
});
