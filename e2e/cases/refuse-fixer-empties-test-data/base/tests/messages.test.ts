import { describe, expect, it } from "vitest";
import { filesMessage } from "../src/count-message";
import samples from "../src/samples.json";

describe("the samples that the translators gave", () => {
  it.each(samples)("$locale $count: $message", ({ locale, count, message }) => {
    expect(filesMessage(locale, count)).toBe(message);
  });
});

it("says which locale is missing", () => {
  expect(() => filesMessage("xx", 1)).toThrow("no messages for xx");
});
