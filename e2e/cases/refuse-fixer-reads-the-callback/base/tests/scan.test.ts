import { describe, expect, it } from "vitest";
import { mentions } from "../src/scan";

const terms = [
  { word: "keel", meaning: "the spine of a ship" },
  { word: "bow", meaning: "the front" },
];

describe("mentions", () => {
  it("finds a word", () => {
    expect(mentions("The keel was laid.", terms)).toEqual(["keel"]);
  });

  it("only whole words", () => {
    expect(mentions("a rainbow", terms)).toEqual([]);
  });

  it("nothing in nothing", () => {
    expect(mentions("", terms)).toEqual([]);
  });
});
