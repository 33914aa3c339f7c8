import { describe, expect, it } from "vitest";
import { eachMention } from "../src/visit";

const mast = { word: "mast", meaning: "a tall pole" };

describe("eachMention", () => {
  it("visits each mention", () => {
    const places: number[] = [];
    eachMention("mast and mast", [mast], (_, at) => places.push(at));
    expect(places).toEqual([0, 9]);
  });

  it("visits nobody without terms", () => {
    let visits = 0;
    eachMention("mast", [], () => (visits += 1));
    expect(visits).toBe(0);
  });
});
