import { describe, expect, it } from "vitest";
import { bytesOf, countOf, durationOf, listOf, shortDigest } from "./words.ts";

describe("words", () => {
  it.each([
    [0, "0 ms"],
    [999, "999 ms"],
    [3140, "3.1 s"],
    [42_400, "42 s"],
    [125_000, "2 min 05 s"],
  ])("%d milliseconds are %s", (ms, words) => {
    expect(durationOf(ms)).toBe(words);
  });

  it.each([
    [512, "512 B"],
    [8_200_000, "8.2 MB"],
    [999_999, "1.0 MB"],
    [4_300_000_000, "4.3 GB"],
  ])("%d bytes are %s", (bytes, words) => {
    expect(bytesOf(bytes)).toBe(words);
  });

  it("lists and counts read as a sentence does", () => {
    expect([listOf([]), listOf(["a"]), listOf(["a", "b"]), listOf(["a", "b", "c"])]).toEqual(["", "a", "a and b", "a, b and c"]);
    expect([countOf(1, "test"), countOf(1200, "test"), countOf(2, "entry", "entries")]).toEqual([
      "1 test",
      "1,200 tests",
      "2 entries",
    ]);
  });

  it("a digest keeps its algorithm", () => {
    expect(shortDigest(`sha256:${"ab".repeat(32)}`)).toBe("sha256:abababababab");
  });
});
