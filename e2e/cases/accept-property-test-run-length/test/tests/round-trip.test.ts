import fc from "fast-check";
import { expect, it } from "vitest";
import { decode, encode } from "../src/run-length";

it("escapes digits and backslashes", () => {
  expect(encode("111\\a")).toBe("3\\1\\\\a");
  expect(decode("3\\1\\\\a")).toBe("111\\a");
  expect(decode("2ab")).toBe("aab");
});

it("gives every text back", () => {
  const unit = fc.constantFrom("0", "1", "9", "a", "b", "\\", "\n", "é");
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit })), (text) => {
      expect(decode(encode(text))).toBe(text);
    }),
    { seed: 41, numRuns: 200 },
  );
});
