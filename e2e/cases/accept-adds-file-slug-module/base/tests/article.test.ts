import { describe, expect, it } from "vitest";
import { minutesToRead, wordCount } from "../src/article";
import { excerptOf } from "../src/excerpt";

const article = { title: "On rain", paragraphs: ["It rained  all day.", "Then it stopped."] };

describe("articles", () => {
  it("counts words", () => {
    expect(wordCount(article)).toBe(7);
  });

  it("rounds reading time up", () => {
    expect(minutesToRead(article, 6)).toBe(2);
    expect(minutesToRead({ title: "", paragraphs: [] })).toBe(1);
  });

  it("cuts an excerpt between words", () => {
    expect(excerptOf(article, 10)).toBe("It rained…");
    expect(excerptOf(article)).toBe("It rained  all day.");
  });
});
